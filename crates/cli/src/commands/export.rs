//! `kostka export`: the recorded seasons as a bundle.

use super::output;
use crate::args::Export;
use crate::failure::Failure;
use crate::store::{Missing, Store, store_error};
use domain::values::ids::SeasonId;
use formats::bundle;
use formats::localization::{Lang, Message};
use formats::problem::ProblemKind;
use projections::season_bundle::{ExportError, export};
use projections::views::replay_records;

pub(crate) fn run(lang: Lang, args: &Export) -> Result<(), Failure> {
    let season = args.season.as_deref().map(SeasonId::parse).transpose();
    let season = season.map_err(|problem| Failure::bad_input(lang, &ProblemKind::Id(problem).message()))?;
    let store = Store::open(lang, &args.store, Missing::Refuse)?;
    let views = replay_records(&*store.log).map_err(|error| store_error(lang, &error))?;
    let names = store.names()?;
    let bundle = export(&views.records, &names, season.as_ref()).map_err(|error| failure(lang, &error))?;
    store.log.close();
    Ok(bundle::write(&bundle, output())?)
}

fn failure(lang: Lang, error: &ExportError) -> Failure {
    Failure::BadInput(match error {
        ExportError::UnknownSeason(id) => {
            vec![lang.render(&Message::new("export-unknown-season").with("id", id.to_string()))]
        }
        ExportError::SeveralRulebooks(rulebooks) => {
            let line = |(rulebook, seasons): &(_, Vec<SeasonId>)| {
                let seasons: Vec<&str> = seasons.iter().map(SeasonId::as_str).collect();
                format!("  {rulebook}: {}", seasons.join(", "))
            };
            let title = lang.text("export-several-rulebooks");
            std::iter::once(title).chain(rulebooks.iter().map(line)).collect()
        }
    })
}
