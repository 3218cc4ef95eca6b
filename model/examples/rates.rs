//! Prints how fast the model runs on one core: `cargo run --release -p ackwright-model --example rates`.

fn main() {
    for rate in model::bench::all(20) {
        println!("{rate}");
    }
}
