//! Why a player stands where they stand, in words.

mod sentences;

pub use sentences::{Naming, Sentences, WILDCARD_RULES, refusal_message, source_name};

use crate::directory::{Directory, EventName};
use crate::words::{Lang, Message, choice_name, printable};
use domain::derivation::{
    ChampionshipDerivation, Outcome, PlayerDerivation, QualificationDerivation, SeasonDerivation, TablePosition, derive,
};
use domain::ids::{EventKey, PlayerKey};
use domain::lists::Lists;
use domain::qualification::{Origin, Verdict};
use domain::ranking::ConsideredResult;
use domain::season::{Facts, Season};
use sentences::{cited, place_message, points_message};
use std::borrow::Cow;
use std::fmt::Write;

/// What names things in a text.
#[derive(Debug, Clone, Copy)]
pub struct Speaker<'a> {
    /// The facts that are spoken of.
    pub facts: &'a Facts,
    /// What people and events are called.
    pub directory: &'a Directory,
    /// The language.
    pub lang: Lang,
}

impl Speaker<'_> {
    /// First name and surname.
    pub fn full_name(&self, player: PlayerKey) -> String {
        let name = self.directory.player(player);
        printable(Cow::Owned(format!("{} {}", name.first_name, name.surname))).into_owned()
    }

    /// Name and id of a player.
    pub fn player(&self, player: PlayerKey) -> String {
        format!("{} [{}]", self.full_name(player), printable(self.facts.player_id(player).as_str().into()))
    }

    /// What an event is called.
    pub fn event_name(&self, event: EventKey) -> String {
        match self.directory.event(event) {
            EventName::Named(name) => printable(name.as_str().into()).into_owned(),
            EventName::Online(kind, edition) => {
                let event = choice_name(self.lang, "online", *kind);
                self.lang.say(&Message::new("online-edition").with("event", event).number("edition", *edition))
            }
        }
    }

    /// Name and id of an event.
    pub fn event(&self, event: EventKey) -> String {
        format!("{} [{}]", self.event_name(event), printable(self.facts.event_id(event).as_str().into()))
    }

    /// The event, or the ranking.
    pub fn origin(&self, origin: Origin) -> String {
        self.sentences().origin(origin)
    }

    /// The event, or the ranking with the day of which its qualifications are given.
    pub fn dated_origin(&self, origin: Origin, season: Option<&Season>) -> String {
        self.sentences().dated_origin(origin, season)
    }

    fn sentences(&self) -> Sentences<'_> {
        Sentences { facts: self.facts, names: self, lang: self.lang }
    }

    fn say(&self, message: &Message<'_>) -> String {
        self.lang.say(message)
    }
}

impl Naming for Speaker<'_> {
    fn player(&self, player: PlayerKey) -> String {
        Speaker::player(self, player)
    }

    fn event(&self, event: EventKey) -> String {
        Speaker::event(self, event)
    }
}

/// Everything that the lists say about one player.
pub fn explain(speaker: Speaker<'_>, lists: &Lists, player: PlayerKey) -> String {
    let derivation = derive(speaker.facts, lists, player);
    let mut text = Explanation { speaker, player, lines: String::new() };
    text.person();
    for season in &derivation.seasons {
        let anything = season.ranking.is_some() || !season.results.is_empty() || !season.qualifications.is_empty();
        if anything {
            text.season(season);
        }
    }
    if text.lines.lines().count() == 1 {
        text.say(0, &Message::new("nothing-about-player"));
    }
    text.grand_prix(&derivation);
    for championship in &derivation.championships {
        text.championship(championship);
    }
    text.lines
}

struct Explanation<'a> {
    speaker: Speaker<'a>,
    player: PlayerKey,
    lines: String,
}

impl Explanation<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        // Writing into a String cannot fail.
        let _ = writeln!(self.lines, "{:width$}{text}", "", width = depth * 2);
    }

    fn say(&mut self, depth: usize, message: &Message<'_>) {
        let text = self.speaker.say(message);
        self.line(depth, &text);
    }

    fn person(&mut self) {
        let name = self.speaker.directory.player(self.player);
        let city = printable(name.city.as_str().into());
        let line = format!("{}, {city}, {}", self.speaker.player(self.player), name.voivodeship);
        self.line(0, &line);
    }

    fn season(&mut self, season: &SeasonDerivation<'_>) {
        let facts = &self.speaker.facts.seasons[season.season];
        self.line(0, "");
        self.say(0, &Message::new("season").with("id", facts.id.as_str()));
        let granted = |qualification: &&QualificationDerivation<'_>| {
            qualification.outcome == Outcome::Considered(Verdict::Granted)
        };
        let summary = match season.qualifications.iter().find(granted) {
            Some(granted) => Message::new("qualified-by")
                .with("event", self.speaker.dated_origin(granted.decision.event, Some(facts))),
            None => Message::new("not-qualified"),
        };
        self.say(1, &summary);
        match &season.ranking {
            Some(position) => self.position(1, "ranking-row", position),
            None => self.say(1, &Message::new("not-ranked")),
        }
        if !season.results.is_empty() {
            self.say(1, &Message::new("results"));
        }
        for result in &season.results {
            self.result(result);
        }
        if !season.qualifications.is_empty() {
            self.say(1, &Message::new("mp-qualifications"));
        }
        for qualification in &season.qualifications {
            self.qualification(qualification, Some(season.season), false);
        }
    }

    fn position(&mut self, depth: usize, id: &'static str, position: &TablePosition) {
        let sentences = self.speaker.sentences();
        let row = sentences.position(id, position);
        let names = sentences.names(position.sharing.iter().copied());
        let neighbour = |id, it: &Option<(PlayerKey, _)>| it.as_ref().map(|it| sentences.neighbour(id, it.0, &it.1));
        let neighbours = [neighbour("above", &position.above), neighbour("below", &position.below)];
        self.line(depth, &row);
        if !names.is_empty() {
            self.say(depth + 1, &Message::new("sharing").with("players", names));
        }
        for line in neighbours.into_iter().flatten() {
            self.line(depth + 1, &line);
        }
    }

    fn result(&mut self, result: &ConsideredResult) {
        let event = self.speaker.event(result.event);
        let place = place_message(result.place);
        let message = match &result.outcome {
            Ok(earned) => Message::new("counted").message("points", points_message(earned.0)),
            Err(reason) => {
                let why = self.speaker.sentences().not_counted(reason) + &cited(reason.rules());
                Message::new("not-counted").with("why", why)
            }
        };
        self.say(2, &message.with("event", event).message("place", place));
    }

    fn qualification(&mut self, qualification: &QualificationDerivation<'_>, season: Option<usize>, mw: bool) {
        let season = season.map(|season| &self.speaker.facts.seasons[season]);
        let line = self.speaker.sentences().qualification(qualification, season, mw);
        self.line(2, &line);
        let chain = self.speaker.sentences().chain(qualification, self.player, mw);
        for line in chain {
            self.line(3, &line);
        }
    }

    fn grand_prix(&mut self, derivation: &PlayerDerivation<'_>) {
        for (event, position) in &derivation.grand_prix {
            self.line(0, "");
            let name = self.speaker.event(*event);
            self.line(0, &name);
            self.position(1, "gp-row", position);
        }
    }

    fn championship(&mut self, championship: &ChampionshipDerivation<'_>) {
        let facts = self.speaker.facts;
        let mw = &facts.championships[championship.championship];
        self.line(0, "");
        let message = Message::new("mw").with("voivodeship", mw.voivodeship.to_string()).with("id", mw.id.as_str());
        self.say(0, &message);
        for qualification in &championship.qualifications {
            self.qualification(qualification, None, true);
        }
        if let Some(text) = self.speaker.sentences().wildcard(&championship.wildcard) {
            self.line(2, &(text + &cited(WILDCARD_RULES)));
        }
    }
}
