//! Event stores that others wrote, as a child of the benchmark: a command on each line in, an answer on each line out.
//!
//! `version` names the store and its SQLite; `setup FOLDER ROWS` fills it with the rows of a file; `slice CASE
//! MILLISECONDS` works for that long and answers with the events it handled and the seconds they took.

#[path = "../../log/src/forms.rs"]
mod forms;
mod rows;
mod store;

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Duration;
use store::Store;

fn main() -> Result<(), Box<dyn Error>> {
    // As many workers as a server would give it: the pool of connections has its own threads besides.
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut store = None;
    for line in io::stdin().lock().lines() {
        let answer = runtime.block_on(answer(&line?, &mut store));
        let mut stdout = io::stdout().lock();
        match answer {
            Ok(answer) => writeln!(stdout, "{answer}")?,
            Err(failure) => writeln!(stdout, "failed: {failure}")?,
        }
        stdout.flush()?;
    }
    Ok(())
}

async fn answer(line: &str, store: &mut Option<Store>) -> Result<String, Box<dyn Error>> {
    match (line.split(' ').collect::<Vec<_>>().as_slice(), store) {
        (["version"], _) => {
            Ok(format!("cqrs-es 0.5.0, sqlite-es 0.5.0, sqlx 0.8.6, SQLite {}", store::sqlite_version().await?))
        }
        (["setup", folder, rows], store) => {
            let rows = rows::read(Path::new(rows))?;
            let count = rows.len();
            *store = Some(Store::fill(Path::new(folder), rows).await?);
            Ok(count.to_string())
        }
        (["slice", case, milliseconds], Some(store)) => {
            let length = Duration::from_millis(milliseconds.parse()?);
            let (events, time) = match *case {
                "append-1" => store.append(1, length).await?,
                "append-100" => store.append(100, length).await?,
                "load" => store.load(length).await?,
                "replay" => store.replay(length).await?,
                _ => return Err(format!("no case is called `{case}`").into()),
            };
            Ok(format!("{events} {}", time.as_secs_f64()))
        }
        _ => Err(format!("not understood: `{line}`").into()),
    }
}
