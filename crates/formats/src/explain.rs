//! Explains the position of a player in words.

mod sentences;

pub use sentences::{NameSource, Sentences, WILDCARD_RULES, refusal_message, source_name};

use crate::directory::{CompetitionName, Directory};
use crate::localization::{Lang, Message, choice_name, printable};
use domain::qualification::{Origin, Verdict};
use domain::season::derivation::{
    ChampionshipDerivation, Outcome, PlayerDerivation, QualificationDerivation, SeasonDerivation, TablePosition, derive,
};
use domain::season::lists::Lists;
use domain::season::ranking::ConsideredResult;
use domain::season::{Facts, Season};
use domain::values::ids::{CompetitionKey, PlayerKey};
use sentences::{cited, place_message, points_message};
use std::borrow::Cow;
use std::fmt::Write;

/// What names things in a text.
#[derive(Debug, Clone, Copy)]
pub struct NameFormatter<'a> {
    pub facts: &'a Facts,
    pub directory: &'a Directory,
    pub lang: Lang,
}

impl NameFormatter<'_> {
    /// First name and surname.
    pub fn full_name(&self, player: PlayerKey) -> String {
        let name = self.directory.player(player);
        printable(Cow::Owned(format!("{} {}", name.first_name, name.surname))).into_owned()
    }

    /// Name and id of a player.
    pub fn player(&self, player: PlayerKey) -> String {
        format!("{} [{}]", self.full_name(player), printable(self.facts.player_id(player).as_str().into()))
    }

    pub fn competition_name(&self, event: CompetitionKey) -> String {
        match self.directory.event(event) {
            CompetitionName::Named(name) => printable(name.as_str().into()).into_owned(),
            CompetitionName::Online(kind, edition) => {
                let event = choice_name(self.lang, "online", *kind);
                self.lang.render(&Message::new("online-edition").with("event", event).number("edition", *edition))
            }
        }
    }

    /// Name and id of an event.
    pub fn event(&self, event: CompetitionKey) -> String {
        format!("{} [{}]", self.competition_name(event), printable(self.facts.competition_id(event).as_str().into()))
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

    fn render(&self, message: &Message<'_>) -> String {
        self.lang.render(message)
    }
}

impl NameSource for NameFormatter<'_> {
    fn player(&self, player: PlayerKey) -> String {
        NameFormatter::player(self, player)
    }

    fn event(&self, event: CompetitionKey) -> String {
        NameFormatter::event(self, event)
    }
}

/// Everything that the lists say about one player.
pub fn explain(name_formatter: NameFormatter<'_>, lists: &Lists, player: PlayerKey) -> String {
    let derivation = derive(name_formatter.facts, lists, player);
    let mut text = Explanation { name_formatter, player, lines: String::new() };
    text.person();
    for season in &derivation.seasons {
        let anything = season.ranking.is_some() || !season.results.is_empty() || !season.qualifications.is_empty();
        if anything {
            text.season(season);
        }
    }
    if text.lines.lines().count() == 1 {
        text.render(0, &Message::new("nothing-about-player"));
    }
    text.grand_prix(&derivation);
    for championship in &derivation.championships {
        text.championship(championship);
    }
    text.lines
}

struct Explanation<'a> {
    name_formatter: NameFormatter<'a>,
    player: PlayerKey,
    lines: String,
}

impl Explanation<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        // Writing into a String cannot fail.
        let _ = writeln!(self.lines, "{:width$}{text}", "", width = depth * 2);
    }

    fn render(&mut self, depth: usize, message: &Message<'_>) {
        let text = self.name_formatter.render(message);
        self.line(depth, &text);
    }

    fn person(&mut self) {
        let name = self.name_formatter.directory.player(self.player);
        let city = printable(name.city.as_str().into());
        let line = format!("{}, {city}, {}", self.name_formatter.player(self.player), name.voivodeship);
        self.line(0, &line);
    }

    fn season(&mut self, season: &SeasonDerivation<'_>) {
        let facts = &self.name_formatter.facts.seasons[season.season];
        self.line(0, "");
        self.render(0, &Message::new("season").with("id", facts.id.as_str()));
        let granted = |qualification: &&QualificationDerivation<'_>| {
            qualification.outcome == Outcome::Considered(Verdict::Granted)
        };
        let summary = match season.qualifications.iter().find(granted) {
            Some(granted) => Message::new("qualified-by")
                .with("event", self.name_formatter.dated_origin(granted.decision.competition, Some(facts))),
            None => Message::new("not-qualified"),
        };
        self.render(1, &summary);
        match &season.ranking {
            Some(position) => self.position(1, "ranking-row", position),
            None => self.render(1, &Message::new("not-ranked")),
        }
        if !season.results.is_empty() {
            self.render(1, &Message::new("results"));
        }
        for result in &season.results {
            self.result(result);
        }
        if !season.qualifications.is_empty() {
            self.render(1, &Message::new("mp-qualifications"));
        }
        for qualification in &season.qualifications {
            self.qualification(qualification, Some(season.season), false);
        }
    }

    fn position(&mut self, depth: usize, id: &'static str, position: &TablePosition) {
        let sentences = self.name_formatter.sentences();
        let row = sentences.position(id, position);
        let names = sentences.names(position.sharing.iter().copied());
        let neighbour = |id, it: &Option<(PlayerKey, _)>| it.as_ref().map(|it| sentences.neighbour(id, it.0, &it.1));
        let neighbours = [neighbour("above", &position.above), neighbour("below", &position.below)];
        self.line(depth, &row);
        if !names.is_empty() {
            self.render(depth + 1, &Message::new("sharing").with("players", names));
        }
        for line in neighbours.into_iter().flatten() {
            self.line(depth + 1, &line);
        }
    }

    fn result(&mut self, result: &ConsideredResult) {
        let event = self.name_formatter.event(result.competition);
        let place = place_message(result.place);
        let message = match &result.outcome {
            Ok(earned) => Message::new("counted").message("points", points_message(earned.0)),
            Err(reason) => {
                let why = self.name_formatter.sentences().not_counted(reason) + &cited(reason.rules());
                Message::new("not-counted").with("why", why)
            }
        };
        self.render(2, &message.with("event", event).message("place", place));
    }

    fn qualification(&mut self, qualification: &QualificationDerivation<'_>, season: Option<usize>, mw: bool) {
        let season = season.map(|season| &self.name_formatter.facts.seasons[season]);
        let line = self.name_formatter.sentences().qualification(qualification, season, mw);
        self.line(2, &line);
        let chain = self.name_formatter.sentences().chain(qualification, self.player, mw);
        for line in chain {
            self.line(3, &line);
        }
    }

    fn grand_prix(&mut self, derivation: &PlayerDerivation<'_>) {
        for (event, position) in &derivation.grand_prix {
            self.line(0, "");
            let name = self.name_formatter.event(*event);
            self.line(0, &name);
            self.position(1, "gp-row", position);
        }
    }

    fn championship(&mut self, championship: &ChampionshipDerivation<'_>) {
        let facts = self.name_formatter.facts;
        let mw = &facts.championships[championship.championship];
        self.line(0, "");
        let message = Message::new("mw").with("voivodeship", mw.voivodeship.to_string()).with("id", mw.id.as_str());
        self.render(0, &message);
        for qualification in &championship.qualifications {
            self.qualification(qualification, None, true);
        }
        if let Some(text) = self.name_formatter.sentences().wildcard(&championship.wildcard) {
            self.line(2, &(text + &cited(WILDCARD_RULES)));
        }
    }
}
