//! Another event store, in a process of its own because it brings another SQLite: commands out, answers in.

use crate::rows::Row;
use harness::slices::{Case, Failure, Work};
use std::cell::RefCell;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The child, which answers one command at a time.
pub(crate) struct Peer {
    talk: RefCell<Talk>,
    child: Child,
}

struct Talk {
    commands: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Peer {
    pub(crate) fn start(binary: &Path) -> Result<Self, Failure> {
        let mut child = Command::new(binary).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let commands = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().ok_or("the child has no output")?);
        Ok(Self { talk: RefCell::new(Talk { commands, answers }), child })
    }

    /// Sends a command and waits for its answer.
    pub(crate) fn ask(&self, command: &str) -> Result<String, Failure> {
        let mut talk = self.talk.borrow_mut();
        let Some(commands) = &mut talk.commands else { return Err("the child is gone".into()) };
        writeln!(commands, "{command}")?;
        let mut answer = String::new();
        talk.answers.read_line(&mut answer)?;
        match answer.trim_end() {
            "" => Err(format!("the child ended at `{command}`").into()),
            failed if failed.starts_with("failed") => Err(format!("`{command}`: {failed}").into()),
            answer => Ok(answer.to_owned()),
        }
    }

    /// Fills a store with these rows in this folder.
    pub(crate) fn setup(&self, folder: &Path, rows: &[Row]) -> Result<(), Failure> {
        let file = folder.join("rows.ndjson");
        let mut lines = BufWriter::new(File::create(&file)?);
        for row in rows {
            let event = &row.event;
            let (stream, event_type) = (event.stream.as_str(), event.event_type.as_str());
            let (version, schema_version) = (row.version.0, event.schema_version);
            write!(lines, r#"{{"stream":"{stream}","version":{version},"type":"{event_type}","#)?;
            let (id, time, actor) = (event.event_id, event.occurred_at, event.actor.as_str());
            let correlation = event.correlation.unwrap_or(id);
            write!(
                lines,
                r#""schema_version":{schema_version},"metadata":{{"event_id":"{id}","occurred_at":"{time}","#
            )?;
            write!(lines, r#""actor":"{actor}","correlation":"{correlation}"}},"payload":"#)?;
            lines.write_all(&event.payload)?;
            writeln!(lines, "}}")?;
        }
        lines.flush()?;
        let filled = self.ask(&format!("setup {} {}", folder.display(), file.display()))?;
        if filled == rows.len().to_string() { Ok(()) } else { Err(format!("the child took {filled} rows").into()) }
    }

    /// A case that the child runs.
    pub(crate) fn case<'a>(&'a self, name: &'static str, case: &'a str) -> Case<'a> {
        Case::new(name, move |length| {
            let answer = self.ask(&format!("slice {case} {}", length.as_millis()))?;
            let (operations, seconds) = answer.split_once(' ').ok_or("the child answered something else")?;
            Ok(Work::new(operations.parse()?, Duration::from_secs_f64(seconds.parse()?)))
        })
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // Without commands to come, the child ends by itself.
        self.talk.get_mut().commands = None;
        let _ = self.child.wait();
    }
}
