//! `cargo run --release --example show -- TARGET FILE`: prints the model that `mjcf` or `step` makes of an input.

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let (target, file) = (args.next().unwrap_or_default(), args.next().unwrap_or_default());
    println!("{}", sim_fuzz::show(&target, &std::fs::read(file)?));
    Ok(())
}
