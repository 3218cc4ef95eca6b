//! Ports that several blocks have alike, in a struct of their own, so that who holds such a block need not know its
//! type.
//!
//! The block owns the struct and derefs to it. `self.in_valid.val()` in its `update`, and
//! `self.issue.in_valid.next` in the one that holds it, are then plain fields to Rust, and signals of those names to
//! `#[hdl_gen]`.

/// `unscoped! { Ports { clock in_valid … } }`: as `#[derive(LogicBlock)]` makes it of `Ports`, but without a scope:
/// the signals count as the owner's.
macro_rules! unscoped {
    ($ports:ident { $($field:ident)+ }) => {
        impl Logic for $ports {
            fn update(&mut self) {}
        }

        impl Block for $ports {
            fn connect_all(&mut self) {
                $(self.$field.connect_all();)+
            }

            fn update_all(&mut self) {
                $(self.$field.update_all();)+
            }

            fn has_changed(&self) -> bool {
                false $(|| self.$field.has_changed())+
            }

            fn accept(&self, _name: &str, probe: &mut dyn rust_hdl::prelude::Probe) {
                $(self.$field.accept(stringify!($field), probe);)+
            }
        }
    };
}
pub(crate) use unscoped;

/// `owns_ports! { impl[const W: usize] Issue<W>, ports: Ports }`: the block derefs to its field.
macro_rules! owns_ports {
    (impl[$($generic:tt)*] $block:ty, $field:ident: $ports:ty) => {
        impl<$($generic)*> std::ops::Deref for $block {
            type Target = $ports;

            fn deref(&self) -> &Self::Target {
                &self.$field
            }
        }

        impl<$($generic)*> std::ops::DerefMut for $block {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.$field
            }
        }
    };
}
pub(crate) use owns_ports;

/// `boxed_block! { AnyIssue: Ports, |block, name| name }`: a struct around a boxed block is that block, with no scope
/// around it, under the name that is given, and derefs to its ports.
macro_rules! boxed_block {
    ($boxed:ident: $ports:ident, |$block:ident, $name:ident| $named:expr) => {
        impl std::ops::Deref for $boxed {
            type Target = $ports;

            fn deref(&self) -> &$ports {
                &self.0
            }
        }

        impl std::ops::DerefMut for $boxed {
            fn deref_mut(&mut self) -> &mut $ports {
                &mut self.0
            }
        }

        impl Logic for $boxed {
            fn update(&mut self) {}

            fn hdl(&self) -> rust_hdl::prelude::Verilog {
                self.0.hdl()
            }
        }

        impl Block for $boxed {
            fn connect_all(&mut self) {
                self.0.connect_all();
            }

            fn update_all(&mut self) {
                self.0.update_all();
            }

            fn has_changed(&self) -> bool {
                self.0.has_changed()
            }

            fn accept(&self, $name: &str, probe: &mut dyn rust_hdl::prelude::Probe) {
                let $block = &self.0;
                $block.accept(&$named, probe);
            }
        }
    };
}
pub(crate) use boxed_block;
