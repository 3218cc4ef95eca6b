//! The text that the emitter writes, and the mistakes that it finds. That the text behaves like the simulation is the
//! business of the workspace's `tests/emit.rs`.

use hdl::emit::enables::ReadEnables;
use hdl::emit::{emit, Design, Dir, EmitError, Memory, Options, Reset};
use hdl::patterns::Patterns;
use hdl::prelude::*;

/// A block with ports `a`, `b` (8 bits), `go` and `y`, further fields, and a body.
macro_rules! block {
    ($name:ident { $($field:ident: $type:ty),* $(,)? } $($update:tt)*) => {
        #[derive(LogicBlock, Default)]
        struct $name {
            pub clock: Signal<In, ClkRst>,
            pub a: Signal<In, U<8>>,
            pub b: Signal<In, U<8>>,
            pub go: Signal<In, Bit>,
            pub y: Signal<Out, U<8>>,
            $($field: $type,)*
        }
        impl Logic for $name {
            $($update)*
        }
    };
}

/// The text of the top module.
fn text<B: Block>(block: &B, options: &Options) -> String {
    let design = emit(block, options).unwrap();
    design.files.last().unwrap().1.clone()
}

fn fault<B: Block + Default>() -> EmitError {
    emit(&B::default(), &Options::default()).unwrap_err()
}

logic_struct! {
    struct Stage { sum: U<9>, never_read: U<3>, go: Bit }
}

block! { Adder { s1_valid: Reg<Bit>, s1: DReg<Stage> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module adder");
        comment!("@doc Adds, and holds the sum while `go` is low.");
        comment!("@port a first summand, U8.0");
        comment!("@port y upper bits of the sum");
        clock!(self, clock, s1_valid, s1);
        comment!("s0: add");
        comment!("the sum has one bit more than its operands");
        self.s1_valid.d.next = self.go.val();
        self.s1.d.next = self.s1.q.val();
        if self.go.val() {
            self.s1.d.next.sum = bits::<9>(self.a.val()) + bits::<9>(self.b.val());
            self.s1.d.next.go = true;
        }
        comment!("s1: out");
        self.y.next = 0.into();
        if self.s1_valid.q.val() {
            self.y.next = self.s1.q.val().sum.get_bits::<8>(1);
        }
    }
}

#[test]
fn a_module_reads_like_one_written_by_hand() {
    let options = Options { header: vec!["Ackwright, configuration 0123".into()], ..Options::default() };
    let expected = "\
// Ackwright, configuration 0123
`default_nettype none

// Adds, and holds the sum while `go` is low.
module ackw_adder (
  input  wire       clk,   // clock, rising edge
  input  wire       rst_n, // reset, active low, synchronous
  input  wire [7:0] a,     // first summand, U8.0
  input  wire [7:0] b,
  input  wire       go,
  output reg  [7:0] y      // upper bits of the sum
);

  reg        s1_valid;
  reg  [8:0] s1_sum;

  // s1: out
  always @* begin
    y = 8'd0;
    if (s1_valid) begin
      y = s1_sum[8:1];
    end
  end

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      s1_valid <= 1'b0;
    end else begin
      s1_valid <= go;
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // s0: add
    // the sum has one bit more than its operands
    if (go) begin
      s1_sum <= {1'b0, a} + {1'b0, b};
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, s1_sum[0]};

endmodule

`default_nettype wire
";
    assert_eq!(text(&Adder::default(), &options), expected);
}

#[test]
fn the_reset_options_reach_every_register() {
    let options = Options { reset: Reset::Async, datapath_reset: true, ..Options::default() };
    let text = text(&Adder::default(), &options);
    assert_eq!(
        text.matches("always @(posedge clk or negedge rst_n) begin\n    if (!rst_n) begin").count(),
        2,
        "{text}"
    );
    assert!(text.contains("s1_sum <= 9'd0;"));
    assert!(text.contains("// reset, active low, asynchronous"));
}

logic_struct! {
    struct Result { valid: Bit, sum: U<8> }
}

/// A stage whose fields are outputs of the same names.
#[derive(LogicBlock, Default)]
struct OutputStage {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<8>>,
    pub s1_valid: Signal<Out, Bit>,
    pub s1_sum: Signal<Out, U<8>>,
    s1: Reg<Result>,
}

impl Logic for OutputStage {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module output_stage");
        clock!(self, clock, s1);
        self.s1.d.next.valid = !self.s1.q.val().valid;
        self.s1.d.next.sum = self.a.val() + self.s1.q.val().sum;
        self.s1_valid.next = self.s1.q.val().valid;
        self.s1_sum.next = self.s1.q.val().sum;
    }
}

#[test]
fn a_register_with_the_name_of_an_output_is_the_output() {
    let text = text(&OutputStage::default(), &Options::default());
    assert!(text.contains("output reg  [7:0] s1_sum\n"), "{text}");
    assert!(text.contains("s1_sum <= a + s1_sum;") && !text.contains("assign"), "{text}");
}

logic_struct! {
    struct Said { cw = layout::ldcp::CW, low: U<2> => "of the struct", high: U<2> => "of the struct too" }
}

/// Says of `d_low` what holds here.
#[derive(LogicBlock, Default)]
struct Inner {
    pub clock: Signal<In, ClkRst>,
    pub d: Signal<In, Said>,
    pub q: Signal<Out, Said>,
    s1: Reg<Said>,
}

impl Logic for Inner {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inner");
        comment!("@port d_low of the block");
        clock!(self, clock, s1);
        self.s1.d.next = self.d.val();
        self.q.next = self.s1.q.val();
    }
}

/// Says nothing itself.
#[derive(LogicBlock, Default)]
struct Outer {
    pub clock: Signal<In, ClkRst>,
    pub d: Signal<In, Said>,
    pub q: Signal<Out, Said>,
    inner: Inner,
}

impl Logic for Outer {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module outer");
        clock!(self, clock, inner);
        self.inner.d.next = self.d.val();
        self.q.next = self.inner.q.val();
    }
}

#[test]
fn a_ports_text_is_the_blocks_else_an_instances_else_the_structs() {
    let design = emit(&Outer::default(), &Options::default()).unwrap();
    let expected = [
        ("d_cw", 42, "congestion window; packets, U14.28"),
        ("d_low", 2, "of the block"),
        ("d_high", 2, "of the struct too"),
        ("q_cw", 42, "congestion window; packets, U14.28"),
        ("q_low", 2, "of the struct"),
        ("q_high", 2, "of the struct too"),
    ];
    for module in &design.modules {
        let ports = module.ports.iter().filter(|port| port.name != "clk" && port.name != "rst_n");
        let told: Vec<_> = ports.map(|port| (&*port.name, port.width, &*port.doc)).collect();
        assert_eq!(told, expected, "{}", module.name);
    }
    assert_eq!(design.modules.len(), 2);
}

fn patterns(options: &Options) -> Design {
    let _enables = ReadEnables::set(options.has_macros());
    emit(&Patterns::default(), options).unwrap()
}

#[test]
fn files_come_leaf_first_one_module_each_and_the_same_every_time() {
    let options = Options::default();
    let design = patterns(&options);
    assert_eq!(design, patterns(&options));
    assert_eq!(design.files.last().unwrap().0, format!("{}.v", design.top));
    assert_eq!(design.file_list().lines().count(), design.files.len());
    let mut known: Vec<&str> = vec![];
    for (file, text) in &design.files {
        let module = file.strip_suffix(".v").unwrap();
        assert_eq!(text.matches("\nendmodule").count(), 1, "{file}");
        assert!(text.contains(&format!("\nmodule {module} ")), "{file}");
        for other in design.files.iter().map(|(file, _)| file.strip_suffix(".v").unwrap()) {
            let instantiates = text.contains(&format!("\n  {other} u_")) || text.contains(&format!("\n  {other} #(\n"));
            assert!(!instantiates || known.contains(&other), "{file} comes before {other}");
        }
        known.push(module);
    }
}

#[test]
fn no_dollar_no_keyword_of_systemverilog_no_blanket_waiver() {
    for (file, text) in patterns(&Options::default()).files {
        let code: String = text.lines().map(|line| line.split("//").next().unwrap_or("").to_string() + "\n").collect();
        for word in ["$", "logic", "always_comb", "always_ff", "verilator", "lint_off"] {
            assert!(!code.contains(word), "{word} in {file}");
        }
    }
}

#[test]
fn equal_blocks_are_one_module_and_variants_have_names_of_their_own() {
    let design = patterns(&Options::default());
    let delays: Vec<_> = design.files.iter().map(|(f, _)| f.as_str()).filter(|f| f.contains("p_delay")).collect();
    assert_eq!(delays, ["ackw_p_delay_w16.v", "ackw_p_delay_w4.v"]);
}

#[test]
fn the_macro_form_of_a_memory_has_a_file_of_its_own() {
    let design = patterns(&Options { memory: Memory::Macro, ..Options::default() });
    let at = |name: &str| design.files.iter().position(|(file, _)| file == name).unwrap();
    assert!(at("ackw_sram_1r1w.v") < at("ackw_ram.v"));
    assert!(design.files[at("ackw_ram.v")].1.contains("ackw_sram_1r1w #("));
    assert!(!patterns(&Options::default()).files.iter().any(|(file, _)| file == "ackw_sram_1r1w.v"));
}

#[test]
fn the_interface_says_what_the_text_says() {
    let design = emit(&Adder::default(), &Options::default()).unwrap();
    let top = design.top_module().unwrap();
    let ports: Vec<_> = top.ports.iter().map(|port| (port.name.as_str(), port.width, port.dir)).collect();
    let expected = [("clk", 1), ("rst_n", 1), ("a", 8), ("b", 8), ("go", 1)].map(|(n, w)| (n, w, Dir::Input));
    assert_eq!(ports[..5], expected);
    assert_eq!(ports[5..], [("y", 8, Dir::Output)]);
}

block! { Latch { x: Signal<Local, U<8>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module latch");
        if self.go.val() {
            self.x.next = self.a.val();
        } else if self.a.val() == 3 {
            self.x.next = self.b.val();
        }
        self.y.next = self.a.val();
    }
}

block! { EarlyRead { x: Signal<Local, U<8>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module early_read");
        self.y.next = self.x.val();
        self.x.next = self.a.val();
    }
}

block! { NoDriver { x: Signal<Local, U<8>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module no_driver");
        self.y.next = self.x.val();
    }
}

block! { OpenRegister { r: Reg<U<8>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module open_register");
        clock!(self, clock, r);
        self.y.next = self.r.q.val();
    }
}

block! { NoClock { r: Reg<U<8>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module no_clock");
        self.r.d.next = self.a.val();
        self.y.next = self.r.q.val();
    }
}

block! { WritesInput {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module writes_input");
        self.a.next = self.b.val();
        self.y.next = self.a.val();
    }
}

block! { ReadsD { r: Reg<U<8>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module reads_d");
        clock!(self, clock, r);
        self.r.d.next = self.a.val();
        self.y.next = self.r.d.val();
    }
}

block! { BigLiteral {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module big_literal");
        self.y.next = self.a.val() + 300;
    }
}

const LIMIT: usize = 5;

block! { NoShape {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module no_shape");
        self.y.next = bits::<8>(LIMIT);
    }
}

block! { Unnamed {}
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val();
    }
}

block! { BadDirective {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@modul typo");
        self.y.next = self.a.val();
    }
}

block! { WrongPort {}
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module wrong_port");
        comment!("@port z what it is");
        self.y.next = self.a.val();
    }
}

block! { Keyword { priority: Signal<Local, U<8>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module keyword");
        self.priority.next = self.a.val();
        self.y.next = self.priority.val();
    }
}

block! { TwoNames { s1: DReg<Stage>, s1_sum: Reg<U<9>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module two_names");
        clock!(self, clock, s1, s1_sum);
        self.s1.d.next = self.s1.q.val();
        self.s1_sum.d.next = self.s1.q.val().sum;
        self.y.next = self.s1_sum.q.val().get_bits::<8>(0);
    }
}

#[test]
fn every_mistake_has_a_name_and_a_place() {
    let path = || "top".to_string();
    let signal = || "x".to_string();
    assert_eq!(fault::<Latch>(), EmitError::Latch { path: path(), signal: signal() });
    assert_eq!(fault::<EarlyRead>(), EmitError::ReadBeforeWrite { path: path(), signal: signal() });
    assert_eq!(fault::<NoDriver>(), EmitError::Undriven { path: path(), signal: signal() });
    assert_eq!(fault::<OpenRegister>(), EmitError::Undriven { path: path(), signal: "r_next".into() });
    assert_eq!(fault::<NoClock>(), EmitError::Undriven { path: path(), signal: "r_clock_clk".into() });
    assert!(matches!(fault::<WritesInput>(), EmitError::NotWritable { signal, .. } if signal == "a"));
    assert!(matches!(fault::<ReadsD>(), EmitError::NotReadable { signal, .. } if signal == "r_next"));
    assert_eq!(fault::<BigLiteral>(), EmitError::Literal { path: path(), value: "300".into(), width: 8 });
    assert_eq!(fault::<NoShape>(), EmitError::UnknownName { path: path(), name: "LIMIT".into() });
    assert_eq!(fault::<Unnamed>(), EmitError::NoModuleName { path: path() });
    assert_eq!(fault::<BadDirective>(), EmitError::BadDirective { path: path(), directive: "@modul typo".into() });
    assert_eq!(fault::<WrongPort>(), EmitError::NoSuchPort { path: path(), port: "z".into() });
    assert!(matches!(fault::<Keyword>(), EmitError::BadName { name, .. } if name == "priority"));
    assert_eq!(fault::<TwoNames>(), EmitError::DuplicateName { path: path(), name: "s1_sum".into() });
}

/// Passes `x` through, plus one.
#[derive(LogicBlock, Default)]
struct Through {
    pub x: Signal<In, U<8>>,
    pub z: Signal<Out, U<8>>,
}

impl Logic for Through {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module through");
        self.z.next = self.x.val() + 1;
    }
}

block! { Ring { one: Through, two: Through }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module ring");
        self.one.x.next = self.two.z.val();
        self.two.x.next = self.one.z.val() ^ self.a.val();
        self.y.next = self.one.z.val();
    }
}

#[test]
fn a_loop_through_children_is_found() {
    let EmitError::Loop { path, signals } = fault::<Ring>() else { panic!("{:?}", fault::<Ring>()) };
    assert_eq!(path, "top");
    assert!(signals.contains(&"one_x".to_string()) && signals.contains(&"two_z".to_string()), "{signals:?}");
}

/// Two bodies, chosen by a value that neither a port nor a shape shows.
#[derive(LogicBlock, Default)]
struct Hidden<const N: usize> {
    pub x: Signal<In, U<8>>,
    pub z: Signal<Out, U<8>>,
}

impl<const N: usize> Logic for Hidden<N> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module hidden");
        self.z.next = self.x.val().get_bits::<N>(0).get_bits::<8>(0);
    }
}

block! { Clash { one: Hidden<3>, two: Hidden<4> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module clash");
        self.one.x.next = self.a.val();
        self.two.x.next = self.b.val();
        self.y.next = self.one.z.val() ^ self.two.z.val();
    }
}

#[test]
fn variants_that_cannot_be_told_apart_are_refused() {
    assert_eq!(fault::<Clash>(), EmitError::VariantNames { name: "hidden".into() });
}

block! { InPlace { found: Signal<Local, U<4>>, seen: Reg<U<4>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module in_place");
        clock!(self, clock, seen);
        self.found.next = 0.into();
        for i in 0..4 {
            self.found.next = self.found.val().replace_bit(i, self.a.val().get_bit(i) & self.go.val());
        }
        self.seen.d.next = self.seen.q.val();
        if self.go.val() {
            self.seen.d.next = (self.seen.q.val() & 7) | (bits::<4>(self.go.val()) << 3);
            self.seen.d.next = self.seen.q.val().replace_bit(1, self.b.val().get_bit(0));
        }
        self.y.next = bits::<8>(self.found.val()) | bits::<8>(self.seen.q.val());
    }
}

#[test]
fn a_bit_that_is_replaced_is_assigned_alone_but_in_a_register() {
    let text = text(&InPlace::default(), &Options::default());
    for i in 0..4 {
        assert!(text.contains(&format!("    found[{i}] = a[{i}] & go;\n")), "{text}");
    }
    // beside it the register has the bits that it had, not those that were assigned to it above
    assert!(text.contains("seen <= {seen[3:2], b[0], seen[0]};"), "{text}");
    assert!(text.contains("wire unused = &{1'b0, a[7:4], b[7:1]};"), "{text}");
}

block! { Chain { first: Signal<Local, Said>, second: Signal<Local, Said>, own: Signal<Local, U<2>>, s1: Reg<Said> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module chain");
        clock!(self, clock, s1);
        comment!("what comes");
        self.first.next.cw = bits::<42>(self.a.val());
        self.first.next.low = self.b.val().get_bits::<2>(0);
        self.first.next.high = self.b.val().get_bits::<2>(2);
        comment!("what goes on");
        self.second.next = self.first.val();
        self.own.next = self.second.val().high;
        self.s1.d.next.cw = self.second.val().cw;
        self.s1.d.next.low = self.second.val().low;
        self.s1.d.next.high = self.own.val() + 1;
        self.y.next = bits::<8>(self.s1.q.val().low) | bits::<8>(self.s1.q.val().high)
            | self.s1.q.val().cw.get_bits::<8>(0);
    }
}

/// `second_low` and `second_cw` are passed on; `own` is what is added to, which a name of its own may explain.
#[test]
fn a_name_that_only_passes_a_signal_on_goes() {
    let text = text(&Chain::default(), &Options::default());
    for gone in ["second_cw", "second_low", "second_high"] {
        assert!(!text.contains(gone), "{gone}: {text}");
    }
    for left in ["s1_cw <= first_cw;", "s1_low <= first_low;", "assign own = first_high;", "s1_high <= own + 2'd1;"] {
        assert!(text.contains(left), "{left}: {text}");
    }
    assert!(text.contains("// what comes") && text.contains("// what goes on"), "{text}");
}

/// A word of any type, a cycle later.
#[derive(LogicBlock)]
struct Holds<T: Synth> {
    pub clock: Signal<In, ClkRst>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,
    held: DReg<T>,
    later: Delay<T>,
    shape: Shape,
}

impl<T: Synth> Default for Holds<T> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            d: Default::default(),
            q: Default::default(),
            held: Default::default(),
            later: Delay::new(2),
            shape: Shape::of(&[("W", width::<T>())]),
        }
    }
}

impl<T: Synth> Logic for Holds<T> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module holds");
        comment!("@parameter W d q held later_d later_q later.WIDTH");
        clock!(self, clock, held, later);
        self.held.d.next = self.d.val();
        self.later.d.next = self.held.q.val();
        self.q.next = self.later.q.val();
    }
}

block! { TwoHolds { one: Holds<Said>, two: Holds<U<8>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module two_holds");
        clock!(self, clock, one, two);
        self.one.d.next.cw = bits::<42>(self.a.val());
        self.one.d.next.low = self.b.val().get_bits::<2>(0);
        self.one.d.next.high = self.b.val().get_bits::<2>(2);
        self.two.d.next = self.one.q.val().cw.get_bits::<8>(0);
        self.y.next = self.two.q.val() ^ bits::<8>(self.one.q.val().low);
    }
}

#[test]
fn blocks_that_differ_in_a_parameter_are_one_module() {
    let options = Options { datapath_reset: true, ..Options::default() };
    let design = emit(&TwoHolds::default(), &options).unwrap();
    let file = |name: &str| &design.files.iter().find(|(file, _)| file == name).expect("the file").1;
    let holds = file("ackw_holds.v");
    for line in [
        "module ackw_holds #(\n  parameter W = 46\n) (\n",
        "  input  wire [W-1:0] d,\n",
        "  output wire [W-1:0] q\n",
        "  reg  [W-1:0] held;\n",
        "    .WIDTH(W)\n",
        "      held <= {W{1'b0}};\n",
        "    .q    (q),\n    .en   (1'b1)\n",
    ] {
        assert!(holds.contains(line), "{line:?}: {holds}");
    }
    let top = file("ackw_two_holds.v");
    for line in ["    .W(46)\n  ) u_one (\n", "    .W(8)\n  ) u_two (\n", "{one_q_high, one_q_low, one_q_cw}"] {
        assert!(top.contains(line), "{line:?}: {top}");
    }
    assert_eq!(design.files.len(), 3, "with ackw_delay");
}

block! { BadParameter { one: Holds<U<8>>, s1: Reg<U<7>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module bad_parameter");
        comment!("@parameter Z s1");
        clock!(self, clock, one, s1);
        self.one.d.next = self.a.val();
        self.s1.d.next = self.b.val().get_bits::<7>(0);
        self.y.next = self.one.q.val() ^ bits::<8>(self.s1.q.val());
    }
}

#[test]
fn a_parameter_is_a_value_of_the_shape() {
    let directive = "@parameter Z s1".to_string();
    assert_eq!(fault::<BadParameter>(), EmitError::BadDirective { path: "top".into(), directive });
}
