//! Why a player stands where they stand, in words.

use crate::directory::{Directory, EventName};
use crate::words::{Lang, Message, choice_name, printable};
use domain::deadlines::last_snapshot_day;
use domain::derivation::{
    ChampionshipDerivation, Outcome, PlayerDerivation, QualificationDerivation, SeasonDerivation, TablePosition,
    WildcardOutcome, derive,
};
use domain::event_status::MpStatus;
use domain::ids::{EventKey, PlayerKey};
use domain::lists::Lists;
use domain::place::Place;
use domain::qualification::{Considered, Origin, Refusal, Source, Verdict};
use domain::ranking::{ConsideredResult, DecidingStep, EarnedPoints, NotCounted};
use domain::rulebook::{Rulebook, Span, parameters};
use domain::season::{Facts, Season};
use std::borrow::Cow;
use std::fmt::Write;

/// More people than this who were passed over are only counted.
const MAX_PASSED_OVER: usize = 8;
/// More names than this of people who share a place are only counted.
const MAX_NAMES: usize = 5;

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
        origin.map_or_else(|| self.lang.text("the-ranking"), |event| self.event(event))
    }

    /// The event, or the ranking with the day of which its qualifications are given.
    pub fn dated_origin(&self, origin: Origin, season: Option<&Season>) -> String {
        let day = season.and_then(|season| season.mp_first_day).filter(|_| origin.is_none());
        day.map_or_else(
            || self.origin(origin),
            |day| {
                let day = last_snapshot_day(day, &self.facts.rulebook).to_string();
                self.say(&Message::new("the-ranking-of").with("day", day))
            },
        )
    }

    /// How many took part in a tournament; `None` for other events.
    pub fn participants(&self, event: EventKey) -> Option<u32> {
        let tournament = self.facts.tournaments.iter().find(|tournament| tournament.event == event)?;
        Some(tournament.participants(&self.facts.rulebook))
    }

    fn say(&self, message: &Message<'_>) -> String {
        self.lang.say(message)
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
        let message = Message::new(id)
            .number("place", position.place.number())
            .number("rows", position.rows as i64)
            .message("points", points(position.points.0));
        self.say(depth, &message);
        if !position.sharing.is_empty() {
            let names = self.names(position.sharing.iter().copied());
            self.say(depth + 1, &Message::new("sharing").with("players", names));
        }
        if let Some((above, step)) = &position.above {
            self.neighbour(depth + 1, "above", *above, step);
        }
        if let Some((below, step)) = &position.below {
            self.neighbour(depth + 1, "below", *below, step);
        }
    }

    /// The names of some people; of many only the first.
    fn names(&self, players: impl Iterator<Item = PlayerKey>) -> String {
        let all: Vec<PlayerKey> = players.collect();
        let mut names: Vec<String> = all.iter().take(MAX_NAMES).map(|player| self.speaker.player(*player)).collect();
        if all.len() > MAX_NAMES {
            names.push(self.speaker.say(&Message::new("more").number("n", (all.len() - MAX_NAMES) as i64)));
        }
        names.join(", ")
    }

    fn neighbour(&mut self, depth: usize, id: &'static str, neighbour: PlayerKey, step: &DecidingStep) {
        let name = self.speaker.player(neighbour);
        let step = self.speaker.say(&step_message(step)) + &cited(step.rules());
        self.say(depth, &Message::new(id).with("player", name).with("step", step));
    }

    fn result(&mut self, result: &ConsideredResult) {
        let event = self.speaker.event(result.event);
        let place = place_message(result.place);
        let message = match &result.outcome {
            Ok(earned) => Message::new("counted").message("points", points(earned.0)),
            Err(reason) => {
                let why = self.speaker.say(&not_counted_message(reason)) + &cited(reason.rules());
                Message::new("not-counted").with("why", why)
            }
        };
        self.say(2, &message.with("event", event).message("place", place));
    }

    fn qualification(&mut self, qualification: &QualificationDerivation<'_>, season: Option<usize>, mw: bool) {
        let decision = qualification.decision;
        let season = season.map(|season| &self.speaker.facts.seasons[season]);
        let origin = self.speaker.dated_origin(decision.event, season);
        let outcome = self.speaker.say(&self.outcome_message(&qualification.outcome));
        let outcome = outcome + &cited(qualification.outcome.rules(decision.source, mw));
        let message = Message::new("qualification")
            .with("event", origin)
            .message("place", place_message(qualification.place))
            .with("outcome", outcome);
        self.say(2, &message);
        let looked_at = matches!(qualification.outcome, Outcome::Considered(Verdict::Granted | Verdict::Pending));
        if looked_at {
            let size = decision.event.and_then(|event| self.speaker.participants(event));
            if let Some(participants) = size {
                let size = Message::new("event-size").number("participants", participants);
                self.say(3, &size.number("seats", decision.seats));
            }
            let tied = self.names(qualification.tied_with(self.player));
            if !tied.is_empty() {
                let granted = qualification.outcome == Outcome::Considered(Verdict::Granted);
                let id = if granted { "tie-settled" } else { "tie-open" };
                self.say(3, &Message::new(id).with("players", tied));
            }
            let passed_over: Vec<&Considered> = qualification.passed_over(self.player).collect();
            for considered in passed_over.iter().take(MAX_PASSED_OVER) {
                let why = self.speaker.say(&self.verdict_message(considered.verdict));
                let message = Message::new("passed-over")
                    .with("player", self.speaker.player(considered.player))
                    .message("place", place_message(Some(considered.place)))
                    .with("why", why + &cited(considered.verdict.rules(decision.source, mw)));
                self.say(3, &message);
            }
            let more = passed_over.len().saturating_sub(MAX_PASSED_OVER);
            if more > 0 {
                self.say(3, &Message::new("passed-over-more").number("n", more as i64));
            }
        }
    }

    fn outcome_message(&self, outcome: &Outcome) -> Message<'static> {
        match outcome {
            Outcome::Considered(verdict) => self.verdict_message(*verdict),
            Outcome::Refused(refusal) => refusal_message(refusal, &self.speaker.facts.rulebook),
            Outcome::BeyondDepth { depth } => Message::new("beyond-depth").number("depth", *depth),
            Outcome::NotReached => Message::new("not-reached"),
            Outcome::WithoutPlace => Message::new("without-place"),
        }
    }

    fn verdict_message(&self, verdict: Verdict) -> Message<'static> {
        verdict_message(verdict, |origin| self.speaker.origin(origin))
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
        let message = match &championship.wildcard {
            WildcardOutcome::Proposed { number, wildcard } => Message::new("wildcard")
                .number("number", *number as i64)
                .with("event", self.speaker.event(wildcard.event))
                .message("place", place_message(Some(wildcard.place))),
            WildcardOutcome::CapReached { cap } => Message::new("wildcard-cap-reached").number("cap", *cap),
            WildcardOutcome::NotACandidate => return,
        };
        let text = self.speaker.say(&message) + &cited("R-MW-08, R-MW-09, REG I.22-23");
        self.line(2, &text);
    }
}

fn cited(rules: &str) -> String {
    format!(" ({rules})")
}

fn points(points: u32) -> Message<'static> {
    Message::new("points").number("n", points)
}

fn place_message(place: Option<Place>) -> Message<'static> {
    place.map_or(Message::new("no-place"), |place| Message::new("place").number("n", place.number()))
}

fn step_message(step: &DecidingStep) -> Message<'static> {
    let result = |result: &Option<EarnedPoints>| {
        result.map_or(Message::new("no-more-results"), |result| {
            Message::new("result-of-step")
                .message("place", place_message(Some(result.place)))
                .message("points", points(result.points.0))
        })
    };
    match step {
        DecidingStep::Total { above, here } => {
            Message::new("step-total").number("above", above.0).number("here", here.0)
        }
        DecidingStep::Result { number, above, here } => Message::new("step-result")
            .number("number", *number as i64)
            .message("above", result(above))
            .message("here", result(here)),
        DecidingStep::ExAequo => Message::new("step-ex-aequo"),
    }
}

fn not_counted_message(reason: &NotCounted) -> Message<'static> {
    match reason {
        NotCounted::ExcludedClass => Message::new("excluded-class"),
        NotCounted::TooFewParticipants { participants, needed } => {
            Message::new("too-few-participants").number("found", *participants).number("needed", *needed)
        }
        NotCounted::TooFewMeetings { found, needed } => {
            Message::new("too-few-meetings").number("found", *found).number("needed", *needed)
        }
        NotCounted::RarelyPresent { present, needed } => {
            Message::new("present-too-rarely").number("found", *present).number("needed", *needed)
        }
        NotCounted::BelowHalf { played, needed } => {
            Message::new("below-half").number("found", *played).number("needed", *needed)
        }
        NotCounted::Disqualified => Message::new("disqualified"),
        NotCounted::NoGames => Message::new("no-games"),
        NotCounted::NotAmongBest => Message::new("not-among-best"),
    }
}

/// Why an event gave nothing, in words.
pub fn refusal_message(refusal: &Refusal, rulebook: &Rulebook) -> Message<'static> {
    let between = |message: Message<'static>, span: Span| message.number("min", span.min).number("max", span.max);
    match *refusal {
        Refusal::NotValid(MpStatus::WrongLength { planned }) => between(
            Message::new("wrong-length").number("planned", planned),
            rulebook.get(parameters::FORMATS_ELIM_TOTAL),
        ),
        Refusal::NotValid(MpStatus::TooFewParticipants { participants, needed })
        | Refusal::TooFewParticipants { participants, needed } => {
            Message::new("too-few-participants").number("found", participants).number("needed", needed)
        }
        Refusal::NotValid(_) => Message::new("not-eliminatory"),
        Refusal::NoDecision { refused: true } => Message::new("exception-refused"),
        Refusal::NoDecision { refused: false } => Message::new("exception-missing"),
        Refusal::TooFewRegulars { regulars, needed } => {
            Message::new("too-few-regulars").number("found", regulars).number("needed", needed)
        }
        Refusal::IncompleteGrandPrix { valid_events, members } => {
            let message = Message::new("incomplete-gp").number("valid", valid_events).number("members", members);
            between(message, rulebook.get(parameters::AWANS_GP_EVENTS))
        }
        Refusal::NoQuota => Message::new("no-quota"),
        Refusal::Gone => Message::new("gone"),
    }
}

/// What came of looking at somebody; `name` says what an event, or the ranking, is called.
pub fn verdict_message(verdict: Verdict, name: impl Fn(Origin) -> String) -> Message<'static> {
    match verdict {
        Verdict::Granted => Message::new("granted"),
        Verdict::Pending => Message::new("pending-tie"),
        Verdict::Holder(origin) => Message::new("holder").with("origin", name(origin)),
        Verdict::Waived(Some(event)) => Message::new("waived-at").with("event", name(Some(event))),
        Verdict::Waived(None) => Message::new("waived"),
        Verdict::Disqualified => Message::new("disqualified"),
        Verdict::NoGames => Message::new("no-games"),
        Verdict::Foreign => Message::new("foreign"),
        Verdict::RarelyPresent => Message::new("rarely-present"),
        Verdict::LostTie => Message::new("lost-tie"),
        Verdict::TiedOut => Message::new("tied-out"),
        Verdict::Declined { passed_on: true } => Message::new("declined-passed-on"),
        Verdict::Declined { passed_on: false } => Message::new("declined-kept"),
    }
}

/// The name of a source of qualifications.
pub fn source_name(lang: Lang, source: Source) -> String {
    choice_name(lang, "source", source)
}
