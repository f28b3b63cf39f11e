//! One act on a name or a tournament at a time, while those on others go on: their commits can be made together.

use smol_str::SmolStr;
use std::collections::HashSet;
use std::sync::{Condvar, Mutex, PoisonError};

/// What somebody is at.
#[derive(Default)]
pub(super) struct UnderWay {
    what: Mutex<HashSet<SmolStr>>,
    given_back: Condvar,
}

/// The right to act on something; whoever else wants it waits until this is dropped.
pub(super) struct Turn<'a> {
    under_way: &'a UnderWay,
    what: SmolStr,
}

impl UnderWay {
    pub(super) fn turn(&self, what: SmolStr) -> Turn<'_> {
        let others = self.what.lock().unwrap_or_else(PoisonError::into_inner);
        let mut others =
            self.given_back.wait_while(others, |others| others.contains(&what)).unwrap_or_else(PoisonError::into_inner);
        others.insert(what.clone());
        Turn { under_way: self, what }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.under_way.what.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.what);
        self.under_way.given_back.notify_all();
    }
}
