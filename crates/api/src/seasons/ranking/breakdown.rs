//! Explains a player's place in a season: every result, both neighbours, every qualification got or missed.

use super::RankingReadOptions;
use super::rows::{RankingRowBuilder, event_name, full_name, newest_edition, person};
use crate::http::answer::{Answer, Audience};
use crate::http::as_of;
use crate::http::conditional::NotModified;
use crate::http::negotiate;
use crate::http::path::SeasonPlayerPath;
use crate::http::problem::{HandlerResult, Problem};
use crate::http::read::JsonRead;
use crate::seasons::ranking::season_query::{Season, SeasonQuery};
use actix_web::web;
use domain::Choice;
use domain::publication::ListId;
use domain::qualification::ledger::Target;
use domain::season::Facts;
use domain::season::derivation::{
    ChampionshipDerivation, QualificationDerivation, TablePosition, WildcardOutcome, derive_championship, derive_season,
};
use domain::season::ranking::{ConsideredResult, DecidingStep, EarnedPoints};
use domain::values::ids::{CompetitionKey, PlayerKey, RESERVED_RANKING_ID};
use formats::explain::{NameSource, Sentences, WILDCARD_RULES};
use formats::localization::Lang;
use projections::season_lists::qualification_state;
use projections::views::{RuleSet, Views};
use wire::seasons::breakdown::{
    Breakdown, ChampionshipLines, ConsideredResultItem, Neighbour, QualificationLine, Step, WildcardLine,
};
use wire::seasons::ranking::{RankingHead, StepValue};

const POINTS_RULES: &str = "R-RANK-05, REG II.5";

/// Why a player stands where they stand.
///
/// Every result with the reason why it counts or does not, both neighbours with the step that decides, and every
/// qualification got or missed with why. Somebody without points has no place, and the results tell why.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/ranking/{player}", tag = "seasons", operation_id = "explainRanking",
    params(SeasonPlayerPath, RankingReadOptions),
    responses((status = 200, description = "The breakdown", body = Breakdown), NotModified)
)]
pub(crate) async fn explain(
    path: web::Path<SeasonPlayerPath>,
    JsonRead { request, app, params: RankingReadOptions { as_of, rulebook } }: JsonRead<RankingReadOptions>,
) -> HandlerResult {
    let lang = negotiate::language(request.headers());
    let SeasonPlayerPath { season, player } = path.into_inner();
    let wanted = SeasonQuery::read(&season, rulebook.as_deref())?;
    let views = as_of::views(&request, &app, as_of.as_deref()).await?;
    let today = app.views();
    let (permit, blocking_app) = (wanted.permit(&request, &app, &views).await?, app.clone());
    let answer = app.blocking(move || {
        let _permit = permit;
        let body = wanted.show(&blocking_app, &views, |season| {
            let player = season.player(&player)?;
            Ok(BreakdownBuilder { season, views: &views, today: &today, lang, player }.breakdown())
        })?;
        Ok::<_, Problem>(Answer::computed(Audience::Public, &body)?.in_language(lang))
    });
    Ok(answer.await??.respond(&request).await)
}

/// Names of players and competitions as of today, without their ids, which the answer has beside the text.
pub(super) struct CurrentNames<'a> {
    pub(super) facts: &'a Facts,
    pub(super) today: &'a Views,
    pub(super) lang: Lang,
}

impl NameSource for CurrentNames<'_> {
    fn player(&self, player: PlayerKey) -> String {
        full_name(person(self.today, self.facts.player_id(player)), self.lang)
    }

    fn event(&self, event: CompetitionKey) -> String {
        let id = self.facts.competition_id(event);
        event_name(self.today, id, self.lang).unwrap_or_else(|| id.to_string())
    }
}

struct BreakdownBuilder<'a> {
    season: &'a Season<'a>,
    views: &'a Views,
    today: &'a Views,
    lang: Lang,
    player: PlayerKey,
}

impl BreakdownBuilder<'_> {
    fn breakdown(&self) -> Breakdown {
        let Season { facts, index, lists, rulebook, .. } = *self.season;
        let derivation = derive_season(facts, index, lists, self.player);
        let row_builder = self.row_builder();
        let names = self.names(facts);
        let sentences = Sentences { facts, names: &names, lang: self.lang };
        let position = derivation.ranking.as_ref();
        let row = |position: &TablePosition| sentences.position("ranking-row", position);
        let neighbour = |(player, step): &(PlayerKey, DecidingStep)| Neighbour {
            player: row_builder.player(*player),
            step: step_answer(&sentences, step),
        };
        let sharing = position.map(|it| it.sharing.as_slice()).unwrap_or_default();
        let season = &facts.seasons[index];
        let target = Target::Mp(season.id.clone());
        let mp = derivation.qualifications.iter();
        let mp = mp.map(|it| self.qualification(&sentences, (it, self.player), &target, None));
        Breakdown {
            head: RankingHead {
                season: season.id.to_string(),
                rulebook: rulebook.to_string(),
                until: None,
                official: newest_edition(self.views, &ListId::Ranking(season.id.clone())),
            },
            player: row_builder.player(self.player),
            place: position.map(|it| it.place.number()),
            points: position.map_or(0, |it| it.points.0),
            rows: lists.ranking.len(),
            text: position.map_or_else(|| self.lang.text("not-ranked"), row),
            above: position.and_then(|it| it.above.as_ref()).map(neighbour),
            below: position.and_then(|it| it.below.as_ref()).map(neighbour),
            sharing: sharing.iter().map(|player| row_builder.player(*player)).collect(),
            results: derivation.results.iter().map(|result| self.result(&sentences, result)).collect(),
            mp: mp.collect(),
            mw: self.championships(),
        }
    }

    fn row_builder(&self) -> RankingRowBuilder<'_> {
        RankingRowBuilder { facts: self.season.facts, today: self.today, lang: self.lang }
    }

    fn names<'a>(&'a self, facts: &'a Facts) -> CurrentNames<'a> {
        CurrentNames { facts, today: self.today, lang: self.lang }
    }

    fn result(&self, sentences: &Sentences<'_>, result: &ConsideredResult) -> ConsideredResultItem {
        let id = sentences.facts.competition_id(result.competition);
        let (points, reason) = match &result.outcome {
            Ok(points) => (points.0, None),
            Err(reason) => (0, Some(reason)),
        };
        ConsideredResultItem {
            event_id: id.to_string(),
            event_name: event_name(self.today, id, self.lang),
            place: result.place.map(domain::values::place::Place::number),
            counted: reason.is_none(),
            points,
            reason: reason.map(|it| it.code().to_owned()),
            rule: reason.map_or(POINTS_RULES, |it| it.rules()).to_owned(),
            text: reason.map_or_else(|| sentences.earned(result.place, points), |it| sentences.not_counted(it)),
        }
    }

    /// `player` is the key among the facts of the derivation; `mw` holds the rules of a voivodeship championship, none
    /// for the national one.
    fn qualification(
        &self,
        sentences: &Sentences<'_>,
        (it, player): (&QualificationDerivation<'_>, PlayerKey),
        target: &Target,
        mw: Option<&RuleSet>,
    ) -> QualificationLine {
        let facts = sentences.facts;
        let decision = it.decision;
        let is_mw = mw.is_some();
        let id = decision.competition.map(|event| facts.competition_id(event));
        let qualified = decision.granted().any(|granted| granted.player == player);
        let set = mw.unwrap_or(self.season.set);
        let state_of = |player| qualification_state(&self.views.records, target, set, decision, player);
        let (outcome, text) = sentences.standing(it, player, state_of);
        QualificationLine {
            source: decision.source.name().to_owned(),
            event_id: id.map_or_else(|| RESERVED_RANKING_ID.to_owned(), ToString::to_string),
            event_name: id.and_then(|id| event_name(self.today, id, self.lang)),
            place: it.place.map(domain::values::place::Place::number),
            qualified,
            state: qualified.then(|| state_of(player).into()),
            outcome: outcome.to_owned(),
            rule: it.outcome.rules(decision.source, is_mw).to_owned(),
            text,
            chain: sentences.chain(it, player, is_mw),
        }
    }

    fn championships(&self) -> Vec<ChampionshipLines> {
        let championships = self.season.championships();
        let id = self.season.facts.player_id(self.player).as_str();
        let line = |(set, index, list)| {
            let set: &RuleSet = set;
            let player = set.facts.player_key(id)?;
            let derivation = derive_championship(&set.facts, index, list, player);
            derivation.concerns().then(|| self.championship(set, &derivation, player))
        };
        championships.into_iter().filter_map(line).collect()
    }

    fn championship(
        &self,
        set: &RuleSet,
        derivation: &ChampionshipDerivation<'_>,
        player: PlayerKey,
    ) -> ChampionshipLines {
        let championship = &set.facts.championships[derivation.championship];
        let names = self.names(&set.facts);
        let sentences = Sentences { facts: &set.facts, names: &names, lang: self.lang };
        let target = Target::Mw(championship.id.clone());
        let lines = derivation.qualifications.iter();
        let lines = lines.map(|it| self.qualification(&sentences, (it, player), &target, Some(set)));
        let (number, of) = match derivation.wildcard {
            WildcardOutcome::Proposed { number, of, .. } => (Some(number), Some(of)),
            WildcardOutcome::CapReached { .. } | WildcardOutcome::NotACandidate => (None, None),
        };
        let wildcard = sentences.wildcard(&derivation.wildcard);
        ChampionshipLines {
            id: championship.id.to_string(),
            voivodeship: championship.voivodeship.name().to_owned(),
            qualifications: lines.collect(),
            wildcard: wildcard.map(|text| WildcardLine { number, of, rule: WILDCARD_RULES.to_owned(), text }),
        }
    }
}

pub(super) fn total_value(points: u32) -> StepValue {
    StepValue { place: None, points }
}

pub(super) fn result_value(result: &EarnedPoints) -> StepValue {
    StepValue { place: Some(result.place.number()), points: result.points.0 }
}

fn step_answer(sentences: &Sentences<'_>, step: &DecidingStep) -> Step {
    let (number, higher, lower) = match step {
        DecidingStep::Total { above, here } => (None, Some(total_value(above.0)), Some(total_value(here.0))),
        DecidingStep::Result { number, above, here } => {
            (Some(*number), above.as_ref().map(result_value), here.as_ref().map(result_value))
        }
        DecidingStep::ExAequo => (None, None, None),
    };
    let (kind, rule) = (step.code().to_owned(), step.rules().to_owned());
    Step { kind, number, higher, lower, rule, text: sentences.step(step) }
}
