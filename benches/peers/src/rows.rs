//! The rows as the benchmark writes them down: one on each line.

use crate::forms::Form;
use cqrs_es::DomainEvent;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// A row with its payload as it was written.
#[derive(Debug, Deserialize)]
pub(crate) struct Row {
    pub(crate) stream: String,
    pub(crate) version: usize,
    #[serde(rename = "type")]
    pub(crate) event_type: String,
    pub(crate) schema_version: u32,
    /// What the envelope of the log holds beside, in the place that cqrs-es has for it.
    pub(crate) metadata: serde_json::Value,
    payload: Box<RawValue>,
}

impl Row {
    pub(crate) fn event(&self) -> serde_json::Result<Event> {
        Form::parse(&self.event_type, self.payload.get().as_bytes()).map(Event)
    }
}

pub(crate) fn read(file: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let lines = BufReader::new(File::open(file)?).lines();
    lines.map(|line| Ok(serde_json::from_str(&line?)?)).collect()
}

/// The event as cqrs-es wants it: an enum that serde reads and writes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Event(Form);

impl DomainEvent for Event {
    fn event_type(&self) -> String {
        self.0.event_type().to_owned()
    }

    fn event_version(&self) -> String {
        "1".to_owned()
    }
}
