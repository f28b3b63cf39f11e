//! The `kostka` command.
use std::io::{BufReader, BufWriter, stdout};
fn main() {
    let file = std::fs::File::open(std::env::args().nth(2).unwrap()).unwrap();
    match formats::bundle::parse(BufReader::with_capacity(1 << 16, file)) {
        Ok(checked) => {
            let lists = domain::lists::lists(&checked.facts);
            formats::results::write(
                &checked.facts,
                &lists,
                BufWriter::with_capacity(1 << 16, stdout().lock()),
            )
            .unwrap();
        }
        Err(formats::bundle::InvalidBundle::Unreadable(e)) => {
            eprintln!("{e}");
            std::process::exit(2)
        }
        Err(formats::bundle::InvalidBundle::Problems(e)) => {
            for p in e {
                eprintln!("{p}");
            }
            std::process::exit(2)
        }
    }
}
