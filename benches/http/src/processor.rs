//! How much of the processor one answer takes: of all figures, the one that suffers least from neighbours.

use crate::process::Server;
use crate::wrk;
use harness::rounds::median;
use harness::slices::Case;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// For each case, the time of the processor for one answer, slice by slice.
#[derive(Default)]
pub(crate) struct Processor(RefCell<BTreeMap<&'static str, Vec<f64>>>);

impl Processor {
    /// A case in which a server is asked for one thing over and over.
    pub(crate) fn case<'a>(
        &'a self,
        name: &'static str,
        server: &'a Server,
        path: &'a str,
        headers: &'a [(&'a str, &'a str)],
    ) -> Case<'a> {
        Case::new(name, move |_| {
            let before = server.processor_seconds()?;
            let work = wrk::ask(server.address, path, headers)?;
            let taken = server.processor_seconds()? - before;
            self.0.borrow_mut().entry(name).or_default().push(taken / work.operations as f64);
            Ok(work)
        })
    }

    /// Prints the median of each case.
    pub(crate) fn print(&self, names: impl IntoIterator<Item = &'static str>) {
        println!("  time of the processor for one answer, median:");
        for name in names {
            let times = self.0.borrow().get(name).cloned().unwrap_or_default();
            println!("    {name:36}  {:>7.1} µs", median(times.into_iter()) * 1e6);
        }
    }
}
