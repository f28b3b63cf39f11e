//! Shows all settings as a file that could be used again, with the origin of each and without secrets.

use super::{Configuration, KEYS, Origin};
use crate::store::MASTER_KEY_VARIABLE;
use formats::localization::{Lang, Message};
use std::io::{self, Write};

pub(crate) fn show(
    lang: Lang,
    configuration: &Configuration,
    store: &[(&'static str, Option<String>)],
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(file) = &configuration.file {
        let message = Message::new("config-show-file").with("file", file.display().to_string());
        writeln!(out, "# {}", lang.render(&message))?;
    }
    if std::env::var_os(MASTER_KEY_VARIABLE).is_some() {
        let message = Message::new("config-show-master-key").with("variable", MASTER_KEY_VARIABLE);
        writeln!(out, "# {}", lang.render(&message))?;
    }
    let mut section = "";
    for key in KEYS {
        let (prefix, name) = key.name.split_once('.').unwrap_or(("", key.name));
        if prefix != section {
            section = prefix;
            writeln!(out, "\n[{section}]")?;
        }
        let value = match store.iter().find(|(name, _)| *name == key.name) {
            Some((_, value)) => value.clone().map(toml::Value::String),
            None => key.value(&configuration.chosen),
        };
        let origin = lang.text(match configuration.origin(key) {
            Origin::Default => "config-origin-default",
            Origin::File => "config-origin-file",
            Origin::Environment => "config-origin-environment",
            Origin::Flag => "config-origin-flag",
        });
        match value {
            Some(value) => writeln!(out, "{name} = {value}  # {origin}")?,
            None if section.is_empty() => {
                writeln!(out, "# {name}: {}", lang.text(&format!("config-none-{}", name.replace('_', "-"))))?;
            }
            None => writeln!(out, "# {name}: {}", lang.text("config-none-given"))?,
        }
    }
    Ok(())
}
