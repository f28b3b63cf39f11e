//! One registration of a name at a time, while those of other names go on: their commits can be made together.

use smol_str::SmolStr;
use std::collections::HashSet;
use std::sync::{Condvar, Mutex, PoisonError};

/// The names that are being registered.
#[derive(Default)]
pub(super) struct NamesUnderWay {
    names: Mutex<HashSet<SmolStr>>,
    given_back: Condvar,
}

/// The right to register a name; whoever else wants it waits until this is dropped.
pub(super) struct Turn<'a> {
    under_way: &'a NamesUnderWay,
    name: SmolStr,
}

impl NamesUnderWay {
    pub(super) fn turn(&self, name: SmolStr) -> Turn<'_> {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let mut names =
            self.given_back.wait_while(names, |names| names.contains(&name)).unwrap_or_else(PoisonError::into_inner);
        names.insert(name.clone());
        Turn { under_way: self, name }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.under_way.names.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.name);
        self.under_way.given_back.notify_all();
    }
}
