//! Sentences for the facts of a running tournament.

use super::{SentenceBuilder, days_between};
use domain::event::TournamentFact;
use domain::tournament::course::{NamedValue, Stage};
use domain::values::ids::PlayerId;
use formats::localization::Message;

impl SentenceBuilder<'_> {
    /// Adds the values that a fact names to its words, which have their subject already.
    pub(super) fn act(&self, words: Message<'static>, fact: &TournamentFact) -> Message<'static> {
        fact.named_values().into_iter().fold(words, |words, (name, value)| match value {
            NamedValue::Player(player) => words.message(name, self.player(player)),
            NamedValue::Players(players) => {
                let players: Vec<PlayerId> = players.into_iter().cloned().collect();
                words.count("count", players.len() as u64).message(name, self.listed(&players, "event-list-and"))
            }
            NamedValue::Order(players) => words.message(name, self.order(players)),
            NamedValue::Stage(stage) => words.message(name, stage_name(stage)),
            NamedValue::Count(count) => words.count(name, count as u64),
            NamedValue::Days(first, last) => words.message(name, days_between(first, last)),
            NamedValue::YesNo(holds) => words.with(name, yes_or_no(holds)),
            NamedValue::Text(text) => words.with(name, text),
        })
    }
}

pub(super) fn yes_or_no(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

fn stage_name(stage: Stage) -> Message<'static> {
    match stage {
        Stage::Round(number) => Message::new("event-stage-round").with("number", number.to_string()),
        Stage::Top => Message::new("event-stage-top"),
        Stage::Final => Message::new("event-stage-final"),
    }
}
