//! Ports by name: a struct whose fields are the ports of one side and hold their words in its rows.

/// Declares `struct Name { port, … }` with `Name::of(&Side)`. Every port is at most 64 bits wide, so one word each;
/// wider ports are taken by [`Column`](crate::Column). A port that the design lacks is an error of the block.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($port:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy)]
        struct $name { $($port: usize),+ }

        impl $name {
            fn of(block: &str, side: &crate::Side) -> Result<$name, crate::Error> {
                Ok($name { $($port: crate::blocks::words::word(block, side, stringify!($port))?),+ })
            }
        }
    };
}
pub(super) use words;

/// The word of a port in a row.
pub(super) fn word(block: &str, side: &crate::Side, port: &str) -> Result<usize, crate::Error> {
    let fail = |what: String| crate::Error::Block { block: block.into(), what };
    let column = side.column(port).ok_or_else(|| fail(format!("the design has no port {port}")))?;
    if column.words != 1 {
        return Err(fail(format!("{port} is {} bits wide, expected at most 64", column.width)));
    }
    Ok(column.word)
}
