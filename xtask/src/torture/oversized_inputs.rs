//! Oversized inputs: files as large as the largest bundle that hold nothing, or break off.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

const MEGABYTE: u64 = 1_000_000;
const BYTES: u64 = 200 * MEGABYTE;
const TRUNCATED_BYTES: u64 = 100 * MEGABYTE;
const SEED: u64 = 19_480;

/// A kind of large worthless input.
#[derive(Debug, Clone, Copy)]
pub(crate) enum OversizedInput {
    RandomBytes,
    OpenBrackets,
    EndlessFormat,
    PlayersThenGarbage,
    Truncated,
}

impl OversizedInput {
    pub(crate) const ALL: [Self; 5] =
        [Self::RandomBytes, Self::OpenBrackets, Self::EndlessFormat, Self::PlayersThenGarbage, Self::Truncated];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::RandomBytes => "200 MB of random bytes",
            Self::OpenBrackets => "200 MB of [",
            Self::EndlessFormat => "format of 200 MB",
            Self::PlayersThenGarbage => "200 MB of players, then garbage",
            Self::Truncated => "first 100 MB of a bundle",
        }
    }

    /// Writes the file; `bundle` is a valid one that is longer than what is kept of it.
    pub(crate) fn write(self, file: &Path, bundle: &Path) -> io::Result<()> {
        let mut out = BufWriter::new(File::create(file)?);
        match self {
            Self::RandomBytes => random_bytes(&mut out)?,
            Self::OpenBrackets => {
                io::copy(&mut io::repeat(b'[').take(BYTES), &mut out)?;
            }
            Self::EndlessFormat => {
                out.write_all(br#"{"format":""#)?;
                io::copy(&mut io::repeat(b'x').take(BYTES), &mut out)?;
                out.write_all(br#"","rulebook":{"base":"pl-2024-25","overrides":{}}}"#)?;
            }
            Self::PlayersThenGarbage => players_then_garbage(&mut out)?,
            Self::Truncated => {
                let kept = io::copy(&mut File::open(bundle)?.take(TRUNCATED_BYTES), &mut out)?;
                if kept < TRUNCATED_BYTES {
                    return Err(io::Error::other("the bundle is shorter than what should be left of it"));
                }
            }
        }
        out.flush()
    }
}

/// Xorshift is enough for bytes that only have to be no JSON, the same ones in every run.
fn random_bytes(out: &mut impl Write) -> io::Result<()> {
    let mut state = SEED;
    for _ in 0..BYTES / 8 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        out.write_all(&state.to_le_bytes())?;
    }
    Ok(())
}

fn players_then_garbage(out: &mut impl Write) -> io::Result<()> {
    let head = r#"{"format":"season-bundle/1","rulebook":{"base":"pl-2024-25","overrides":{}},"players":["#;
    out.write_all(head.as_bytes())?;
    let mut written = head.len() as u64;
    let mut number = 0;
    while written < BYTES {
        let player = format!(
            r#"{{"id":"gracz-{number:07}","first_name":"Bożena","surname":"Wiśniewska","city":"Żory","voivodeship":"śląskie","country":"PL"}},"#
        );
        out.write_all(player.as_bytes())?;
        written += player.len() as u64;
        number += 1;
    }
    out.write_all(b"garbage")
}

/// A directory that is removed with everything in it.
#[derive(Debug)]
pub(crate) struct TemporaryDirectory(PathBuf);

impl TemporaryDirectory {
    pub(crate) fn new() -> io::Result<Self> {
        let directory = std::env::temp_dir().join(format!("kostka-torture-{}", std::process::id()));
        fs::create_dir(&directory)?;
        Ok(Self(directory))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryDirectory {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            eprintln!("{} is left behind: {error}", self.0.display());
        }
    }
}
