//! Selects a season and the rulebook it is computed with: its own, or any other adopted one.

use crate::http::app::AppState;
use crate::http::expensive_reads::RuleSetKey;
use crate::http::fair_queue::QueuePermit;
use crate::http::problem::{FieldProblem, Problem, ProblemKind};
use crate::seasons::{no_season, parse_id};
use actix_web::HttpRequest;
use domain::qualification::mw::MwList;
use domain::season::Facts;
use domain::season::lists::SeasonLists;
use domain::values::ids::{ChampionshipId, PlayerId, PlayerKey, RulebookId, SeasonId};
use formats::localization::Message;
use projections::season_lists::championships_fed_by;
use projections::views::{Records, RuleSet, Views};
use std::sync::Arc;

/// A season, and the rulebook if it is not its own.
#[derive(Debug, Clone)]
pub(super) struct SeasonQuery {
    pub(super) season: SeasonId,
    pub(super) rulebook: Option<RulebookId>,
}

pub(super) struct Season<'a> {
    pub(super) facts: &'a Facts,
    /// The position of the season in `facts`.
    pub(super) index: usize,
    pub(super) lists: &'a SeasonLists,
    pub(super) rulebook: &'a RulebookId,
    /// The rule set that `lists` are a part of.
    pub(super) set: &'a RuleSet,
    is_other: bool,
    records: &'a Records,
}

impl SeasonQuery {
    pub(super) fn read(season: &str, rulebook: Option<&str>) -> Result<Self, Problem> {
        let rulebook = rulebook.map(|id| RulebookId::parse(id).map_err(|_| unknown_rulebook())).transpose()?;
        Ok(Self { season: parse_id(season)?, rulebook })
    }

    /// The key of the requested rules, if they are not those of the season.
    fn other_rules(&self, views: &Views) -> Option<RuleSetKey> {
        let own = &views.records.season(&self.season)?.record.rulebook;
        let rulebook = self.rulebook.clone().filter(|id| id != own)?;
        Some(RuleSetKey { rulebook, season: self.season.clone(), changed: views.records.last_change })
    }

    /// Waits in the queue of expensive reads if a season has to be computed under other rules.
    pub(super) async fn permit(
        &self,
        request: &HttpRequest,
        app: &AppState,
        views: &Views,
    ) -> Result<Option<QueuePermit>, Problem> {
        match self.other_rules(views) {
            Some(other) if app.expensive_reads.cached_rules(&other).is_none() => {
                app.expensive_read_permit(request).await.map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Calls `show` with the season of these views, computed or taken from the cache.
    pub(super) fn show<T>(
        &self,
        app: &AppState,
        views: &Views,
        show: impl FnOnce(&Season<'_>) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let records = &views.records;
        let record = records.season(&self.season).ok_or_else(|| no_season(&app.views(), &self.season))?;
        let Some(other) = self.other_rules(views) else {
            let (set, lists) = records.computed().season(&self.season).ok_or(ProblemKind::NotFound)?;
            let index = set.facts.seasons.iter().position(|season| season.id == self.season);
            let index = index.ok_or(ProblemKind::NotFound)?;
            let rulebook = &record.record.rulebook;
            return show(&Season { facts: &set.facts, index, lists, rulebook, set, is_other: false, records });
        };
        let rulebook = &other.rulebook;
        let (position, rules) = records.rulebook(rulebook).ok_or_else(unknown_rulebook)?;
        let computed = || {
            let championships = championships_fed_by(records, &self.season).map(|it| it.id.clone());
            let championships: Vec<ChampionshipId> = championships.collect();
            let seasons = std::slice::from_ref(&self.season);
            let set = Arc::new(RuleSet::under(records, rules, position, seasons, &championships));
            app.expensive_reads.cache_rules(other.clone(), Arc::clone(&set));
            set
        };
        let set = app.expensive_reads.cached_rules(&other).unwrap_or_else(computed);
        let lists = set.lists.seasons.first().ok_or(ProblemKind::NotFound)?;
        show(&Season { facts: &set.facts, index: 0, lists, rulebook, set: &set, is_other: true, records })
    }
}

impl Season<'_> {
    /// The key of a player; 404 for a player who is not registered.
    pub(super) fn player(&self, id: &str) -> Result<PlayerKey, Problem> {
        let id = PlayerId::parse(id).map_err(|_| ProblemKind::NotFound)?;
        Ok(self.facts.player_key(id.as_str()).ok_or(ProblemKind::NotFound)?)
    }

    /// The voivodeship championships of the season: rule set, position in its facts, and list.
    pub(super) fn championships(&self) -> Vec<(&RuleSet, usize, &MwList)> {
        let found = |id: &ChampionshipId| {
            let set = if self.is_other { self.set } else { self.records.computed().championship(id)?.0 };
            let index = set.facts.championships.iter().position(|championship| championship.id == *id)?;
            Some((set, index, set.lists.mw[index].as_ref()))
        };
        let season = &self.facts.seasons[self.index].id;
        championships_fed_by(self.records, season).filter_map(|it| found(&it.id)).collect()
    }
}

fn unknown_rulebook() -> Problem {
    let field = FieldProblem::parameter("rulebook", "unknown-rulebook", Message::new("field-rulebook"));
    Problem::new(ProblemKind::Unprocessable).at(field)
}
