//! Progress reports of a long verification.

/// Events between two reports.
const STEP: u64 = 4096;

/// Whom to tell how many events are done, and of how many.
pub struct Progress<'p>(Option<&'p mut dyn FnMut(u64, u64)>);

impl<'p> Progress<'p> {
    /// Reports to a callback.
    pub fn to(report: &'p mut dyn FnMut(u64, u64)) -> Self {
        Self(Some(report))
    }

    /// Reports nothing.
    pub fn none() -> Self {
        Self(None)
    }

    pub(crate) fn event(&mut self, done: u64, total: u64) {
        if done.is_multiple_of(STEP) {
            self.tell(done, total);
        }
    }

    pub(crate) fn end(&mut self, total: u64) {
        self.tell(total, total);
    }

    fn tell(&mut self, done: u64, total: u64) {
        if let Some(report) = &mut self.0 {
            report(done, total);
        }
    }
}
