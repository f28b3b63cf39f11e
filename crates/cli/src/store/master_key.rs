//! Finds the master key: in the environment, or in a file that other users cannot read.

use super::{Address, StoreArgs, store_failure};
use crate::failure::Failure;
use crate::input::io_problem;
use crate::notice;
use crate::system_environment::SystemEnvironment;
use events::vault::{MasterKey, check_permissions};
use formats::localization::{Lang, Message};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

pub(crate) const KEY: &str = "KOSTKA_MASTER_KEY";
const KEY_FILE: &str = "KOSTKA_KEY_FILE";
/// The variable in which systemd names the folder of the credentials of a service.
const CREDENTIALS: &str = "CREDENTIALS_DIRECTORY";
/// A file larger than this holds no key.
const MAX_BYTES: u64 = 4096;

/// The file of the key, whether or not it is there.
pub(super) fn file(args: &StoreArgs, address: &Address) -> PathBuf {
    let named = args.key_file.clone().or_else(|| std::env::var_os(KEY_FILE).map(PathBuf::from));
    let named = named.or_else(|| args.fallback.key_file.as_ref().map(PathBuf::from));
    named.unwrap_or_else(|| address.beside("key"))
}

/// The key of a store; one in which nothing is recorded yet gets a new key if there is none.
pub(super) fn load(lang: Lang, args: &StoreArgs, address: &Address, may_be_made: bool) -> Result<MasterKey, Failure> {
    if args.key_file.is_none()
        && let Ok(text) = std::env::var(KEY).map(Zeroizing::new)
    {
        return parse(lang, KEY, &text);
    }
    let path = file(args, address);
    match fs::metadata(&path) {
        Ok(metadata) => {
            let shown = path.display().to_string();
            if metadata.len() > MAX_BYTES || metadata.is_dir() {
                return Err(store_failure(lang, &Message::new("key-invalid").with("file", shown)));
            }
            check_permissions(mode_for_others(&path, metadata.permissions().mode())).map_err(|open| {
                let message = Message::new("key-open-to-others").with("file", shown.clone());
                store_failure(lang, &message.with("mode", format!("{:04o}", open.mode)))
            })?;
            let text =
                fs::read_to_string(&path).map(Zeroizing::new).map_err(|error| cannot_read(lang, &path, &error))?;
            parse(lang, &shown, &text)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if may_be_made {
                return create(lang, &path);
            }
            Err(store_failure(lang, &Message::new("key-missing").with("file", path.display().to_string())))
        }
        Err(error) => Err(cannot_read(lang, &path, &error)),
    }
}

/// The mode of a key file as far as it concerns others.
///
/// systemd lets the service read a credential by an access control list, which shows as readable for the group; the
/// folder is closed to other users.
fn mode_for_others(path: &Path, mode: u32) -> u32 {
    const GROUP_READ: u32 = 0o040;
    let is_credential = std::env::var_os(CREDENTIALS).is_some_and(|folder| path.starts_with(folder));
    if is_credential { mode & !GROUP_READ } else { mode }
}

fn cannot_read(lang: Lang, path: &Path, error: &io::Error) -> Failure {
    let message = Message::new("key-unreadable").with("file", path.display().to_string());
    store_failure(lang, &message.message("problem", io_problem(error)))
}

fn parse(lang: Lang, place: &str, text: &str) -> Result<MasterKey, Failure> {
    MasterKey::parse(text).map_err(|_| store_failure(lang, &Message::new("key-invalid").with("file", place.to_owned())))
}

fn create(lang: Lang, path: &Path) -> Result<MasterKey, Failure> {
    let key = MasterKey::generate(&SystemEnvironment);
    write(path, &key).map_err(|error| {
        let message = Message::new("key-not-written").with("file", path.display().to_string());
        store_failure(lang, &message.message("problem", io_problem(&error)))
    })?;
    notice::tell(&lang.render(&Message::new("key-created").with("file", path.display().to_string())));
    Ok(key)
}

/// Makes a key for a throwaway store.
pub(crate) fn create_quietly(path: &Path) -> io::Result<()> {
    write(path, &MasterKey::generate(&SystemEnvironment))
}

fn write(path: &Path, key: &MasterKey) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(key.to_text().as_bytes())?;
    file.sync_all()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}
