//! `cargo run --example show -- TARGET FILES`: prints the models that `mjcf` or `step` make of inputs, and the loader's messages.

use sim_fuzz::dice::Dice;
use sim_fuzz::document::{self, Errors};
use sim_fuzz::{samples, scene};

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let target = args.next().unwrap_or_default();
    for file in args {
        let bytes = std::fs::read(&file)?;
        let mut dice = Dice::new(&bytes);
        let text = match target.as_str() {
            "step" => scene::text(Errors::None, &mut dice).join("\n"),
            _ => match dice.byte() % 3 {
                0 => document::write(Errors::Many, &mut dice),
                1 => document::write(Errors::Few, &mut dice),
                _ => scene::text(Errors::Few, &mut dice).join("\n"),
            },
        };
        let outcome = match sim_fuzz::load(&text, samples::all()) {
            Ok(_) => "loads".to_string(),
            Err(error) => error.to_string(),
        };
        println!("{text}\n{file}: {outcome}\n");
        if target == "step" {
            println!(
                "{file}: {}\n",
                if scene::model(Errors::None, &mut Dice::new(&bytes)).is_some() { "mended" } else { "given up" }
            );
        }
    }
    Ok(())
}
