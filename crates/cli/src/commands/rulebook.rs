//! `kostka rulebook`: the presets, and every parameter with its value and citation.

use super::output;
use crate::args::{ListFormat, ShowRulebook};
use crate::failure::Failure;
use crate::input;
use domain::Choice;
use domain::rulebook::{Effect, Rulebook, parameters};
use formats::localization::{Lang, Message, kind_message};
use serde_json::json;
use std::io::Write;

pub(crate) fn list(lang: Lang) -> Result<(), Failure> {
    let base = Rulebook::default();
    let mut out = output();
    for preset in Rulebook::presets() {
        let differences = base.differences(&Rulebook::preset(*preset)).len();
        let about = lang.text(&format!("preset-{}", preset.name()));
        let differing = match differences {
            0 => lang.text("preset-is-default"),
            n => lang.render(&Message::new("preset-differs").number("n", n as i64)),
        };
        writeln!(out, "{:15} {about} ({differing})", preset.name())?;
    }
    writeln!(out, "\n{}", lang.text("preset-hint"))?;
    Ok(out.flush()?)
}

pub(crate) fn show(lang: Lang, args: &ShowRulebook) -> Result<(), Failure> {
    let rulebook = input::rulebook(lang, &args.rulebook)?;
    let mut out = output();
    match args.format {
        ListFormat::Json => {
            let rows: Vec<_> = parameters::table()
                .iter()
                .map(|parameter| {
                    json!({
                        "path": parameter.path,
                        "value": rulebook.value(parameter).to_string(),
                        "default": parameter.default.to_string(),
                        "type": parameter.kind.to_string(),
                        "effect": effect_name(parameter.effect),
                        "source": parameter.citation,
                    })
                })
                .collect();
            writeln!(out, "{:#}", json!({"base": rulebook.base().name(), "parameters": rows}))?;
        }
        ListFormat::Table => {
            let title = Message::new("rulebook-title").with("base", rulebook.base().name());
            writeln!(out, "{}\n", lang.render(&title.number("n", parameters::table().len() as i64)))?;
            for parameter in parameters::table() {
                let value = rulebook.value(parameter);
                writeln!(out, "{} = {value}", parameter.path)?;
                let effect = lang.text(&format!("effect-{}", effect_name(parameter.effect).replace('_', "-")));
                writeln!(out, "    {}; {effect}", parameter.citation)?;
                let kind = Message::new("rulebook-type").message("type", kind_message(&parameter.kind));
                writeln!(out, "    {}", lang.render(&kind))?;
                if *value != parameter.default {
                    let default = Message::new("rulebook-default").with("default", parameter.default.to_string());
                    writeln!(out, "    {}", lang.render(&default))?;
                }
            }
        }
    }
    Ok(out.flush()?)
}

fn effect_name(effect: Effect) -> &'static str {
    match effect {
        Effect::Computed => "computed",
        Effect::Recorded => "recorded",
        Effect::Display => "display",
        Effect::ToCome => "to_come",
    }
}
