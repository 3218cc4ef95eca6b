//! A page of registers behind the bus to the units: a list of rows, and what of it is not alike.

/// A block of registers of its own, on the bus that [`UnitBus`](crate::records::UnitBus) is: its ports, its registers
/// and what connects them.
///
/// ```text
/// register_page! {
///     /// What the page is.
///     pub struct ExamplePage {
///         pub set: Signal<Out, ExampleParams>,        // ports beside clock, bus, init_done, taken and rdata; locals
///         ordered: Reg<Bit> = Reg::new(true),         // with its value, if that is not the default
///     }
///     registers {                                     // up to 32 bits
///         gain: 16 = "set_example_gain", steady => set.gain;
///         write_set: 4 = "set_example_write", starts;
///     }
///     wide {                                          // 33 to 64
///         line: 35 = "set_example_line", steady => set.line;
///     }
///     status {                                        // what is read only
///         lost: 32 = "found_example_lost", (counts.val().lost);
///     }
///     #[hdl_gen]
///     fn update(self) {
///         …                                           // comments for module and ports; the accesses that count
///     }
///     then {
///         …                                           // what the values do
///     }
/// }
/// ```
///
/// A register's row: its name here, its width, its name in the register map, the access that writes it, and to which
/// field of which port its value goes, if that is all that it does. An access is a local of [`RegisterBus`]: `access`
/// is the bus itself, others narrow its `write`. A status word's row has its value, a signal or a field of `self`.
///
/// [`RegisterBus`]: crate::prim::RegisterBus
#[macro_export]
macro_rules! register_page {
    (
        $(#[$meta:meta])*
        pub struct $page:ident {
            $($(#[$field_meta:meta])* $vis:vis $field:ident: $ty:ty $(= $init:expr)?,)*
        }
        registers {
            $($reg:ident: $bits:tt = $at:literal, $by:ident $(=> $port:ident $(. $part:ident)+)?;)+
        }
        $(wide {
            $($wide:ident: $wide_bits:tt = $wide_at:literal, $wide_by:ident $(=> $wide_port:ident $(. $wide_part:ident)+)?;)+
        })?
        status {
            $($status:ident: $status_bits:tt = $status_at:literal, ($($value:tt)+);)*
        }
        $hash:tt $gen:tt
        fn update($this:ident) { $($head:tt)* }
        then { $($then:tt)* }
    ) => {
        $(#[$meta])*
        #[derive(LogicBlock)]
        pub struct $page {
            pub clock: Signal<In, ClkRst>,
            pub bus: Signal<In, UnitBus>,
            pub init_done: Signal<In, Bit>,
            pub taken: Signal<Out, Bit>,
            pub rdata: Signal<Out, U<32>>,
            $($(#[$field_meta])* $vis $field: $ty,)*
            $($reg: Register<$bits>,)+
            $($($wide: WideRegister<$wide_bits>,)+)?
            $($status: Status<$status_bits>,)*
            word: DReg<U<32>>,
            access: Signal<Local, RegisterBus>,
        }

        impl $page {
            /// With its registers at their places in this map.
            ///
            /// # Panics
            /// When the map has one not, or of another width.
            pub fn new(map: &[layout::registers::Register]) -> Self {
                let at = |name| $crate::registers::page::place(map, name);
                Self {
                    clock: Default::default(),
                    bus: Default::default(),
                    init_done: Default::default(),
                    taken: Default::default(),
                    rdata: Default::default(),
                    $($field: $crate::register_page!(@init $($init)?),)*
                    $($reg: Register::new(at($at)),)+
                    $($($wide: WideRegister::new(at($wide_at)),)+)?
                    $($status: Status::new(at($status_at)),)*
                    word: Default::default(),
                    access: Default::default(),
                }
            }
        }

        impl Logic for $page {
            $hash $gen
            fn update(&mut $this) {
                comment!("@port taken the write has an effect");
                comment!("@port rdata the word at bus_rindex, one cycle later; 0 if that is not here");
                clock!($this, clock, word);
                $($this.$reg.clock.next = $this.clock.val();)+
                $($($this.$wide.clock.next = $this.clock.val();)+)?
                $this.access.next.write = $this.bus.val().write;
                $this.access.next.windex = $this.bus.val().windex;
                $this.access.next.wdata = $this.bus.val().wdata;
                $this.access.next.rindex = $this.bus.val().rindex;
                $($head)*
                $($this.$reg.bus.next = $this.$by.val();)+
                $($(
                    $this.$wide.bus.next = $this.$wide_by.val();
                    $this.$wide.last_index.next = $this.bus.val().last_index;
                    $this.$wide.last_data.next = $this.bus.val().last_data;
                )+)?

                comment!("The values");
                $($($this.$port.next $(.$part)+ = $this.$reg.value.val();)?)+
                $($($($this.$wide_port.next $(.$wide_part)+ = $this.$wide.value.val();)?)+)?
                $($then)*

                comment!("What is read only");
                $(
                    $this.$status.value.next = $($value)+;
                    $this.$status.rindex.next = $this.bus.val().rindex;
                )*

                comment!("The answers");
                $this.taken.next = $($this.$reg.taken.val())|+ $($(| $this.$wide.taken.val())+)?;
                $this.word.d.next = $($this.$reg.rdata.val())|+
                    $($(| $this.$wide.rdata.val())+)?
                    $(| $this.$status.rdata.val())*;
                $this.rdata.next = $this.word.q.val();
            }
        }
    };
    (@init) => { Default::default() };
    (@init $init:expr) => { $init };
}

/// A register of a map by its name.
///
/// # Panics
/// When it has none of this name.
pub fn place(map: &[layout::registers::Register], name: &str) -> layout::registers::Register {
    let found = map.iter().find(|register| register.name() == name);
    *found.unwrap_or_else(|| panic!("the register map has no {name}"))
}
