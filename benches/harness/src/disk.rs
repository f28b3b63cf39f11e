//! What the disk can do at this moment: a file that grows by a page and is synced, again and again.
//!
//! On a shared machine a sync takes ten times as long when others keep the processors busy, so a durable figure means
//! something only beside this one.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::Path;
use std::time::{Duration, Instant};

const PAGE: [u8; 4096] = [0x6b; 4096];
/// Enough for a mean that one slow sync does not carry, few enough to stay right beside the slice.
const MOST_SYNCS: u32 = 40;
const FEWEST_SYNCS: u32 = 5;
const LONGEST: Duration = Duration::from_millis(40);
/// The file begins anew when it is as large as this.
const LARGEST_FILE: u64 = 64 << 20;

/// A file beside the stores that are measured.
#[derive(Debug)]
pub struct Disk {
    file: File,
}

/// Some syncs in a row, and the time they took together.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Syncs {
    count: u32,
    seconds: f64,
}

impl Disk {
    /// Makes the file in this folder, which must lie on the disk of the stores.
    pub fn in_folder(folder: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).write(true).truncate(true).open(folder.join("syncs"))?;
        Ok(Self { file })
    }

    /// Appends pages and syncs each, for a few hundredths of a second.
    pub fn probe(&mut self) -> io::Result<Syncs> {
        if self.file.stream_position()? >= LARGEST_FILE {
            self.file.rewind()?;
            self.file.set_len(0)?;
            self.file.sync_all()?;
        }
        let begun = Instant::now();
        let mut count = 0;
        while count < FEWEST_SYNCS || (count < MOST_SYNCS && begun.elapsed() < LONGEST) {
            self.file.write_all(&PAGE)?;
            self.file.sync_data()?;
            count += 1;
        }
        Ok(Syncs { count, seconds: begun.elapsed().as_secs_f64() })
    }
}

impl Syncs {
    /// These and others.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { count: self.count + other.count, seconds: self.seconds + other.seconds }
    }

    /// How many there are in a second.
    pub fn per_second(self) -> f64 {
        f64::from(self.count) / self.seconds
    }

    /// How long one takes.
    pub fn seconds_each(self) -> f64 {
        self.seconds / f64::from(self.count)
    }
}

#[cfg(test)]
impl Syncs {
    /// As if the disk had made so many in a second.
    pub(crate) fn at_rate(per_second: u32) -> Self {
        Self { count: per_second, seconds: 1.0 }
    }
}
