//! Sentences that explain the position of one player; the caller supplies the names of people and competitions.

use crate::localization::{Lang, Message, choice_name};
use domain::qualification::{Considered, Origin, QualificationState, Refusal, Source, Verdict};
use domain::rulebook::{Rulebook, Span, parameters};
use domain::season::deadlines::last_snapshot_day;
use domain::season::derivation::{Outcome, QualificationDerivation, TablePosition, WildcardOutcome};
use domain::season::ranking::{DecidingStep, EarnedPoints, NotCounted};
use domain::season::{Facts, Season};
use domain::tournament::status::MpStatus;
use domain::values::ids::{CompetitionKey, PlayerKey};
use domain::values::place::Place;

/// More people than this who were passed over are only counted.
const MAX_PASSED_OVER: usize = 8;
/// More names than this of people who share a place are only counted.
const MAX_NAMES: usize = 5;
/// The rules behind a proposal for a wildcard.
pub const WILDCARD_RULES: &str = "R-MW-08, R-MW-09, REG I.22-23";

/// What people and events are called in a text.
pub trait NameSource {
    fn player(&self, player: PlayerKey) -> String;
    fn event(&self, event: CompetitionKey) -> String;
}

/// Says what was derived.
#[derive(Clone, Copy)]
pub struct Sentences<'a> {
    pub facts: &'a Facts,
    pub names: &'a dyn NameSource,
    pub lang: Lang,
}

impl Sentences<'_> {
    /// The event, or the ranking.
    pub fn origin(&self, origin: Origin) -> String {
        origin.map_or_else(|| self.lang.text("the-ranking"), |event| self.names.event(event))
    }

    /// The event, or the ranking with the day of which its qualifications are given.
    pub fn dated_origin(&self, origin: Origin, season: Option<&Season>) -> String {
        let day = season.and_then(|season| season.mp_first_day).filter(|_| origin.is_none());
        day.map_or_else(
            || self.origin(origin),
            |day| {
                let day = last_snapshot_day(day, &self.facts.rulebook).to_string();
                self.lang.render(&Message::new("the-ranking-of").with("day", day))
            },
        )
    }

    /// How many took part in a tournament; `None` for other events.
    pub fn participants(&self, event: CompetitionKey) -> Option<u32> {
        let tournament = self.facts.tournaments.iter().find(|tournament| tournament.competition == event)?;
        Some(tournament.participants(&self.facts.rulebook))
    }

    /// The names of some people; of many only the first.
    pub fn names(&self, players: impl Iterator<Item = PlayerKey>) -> String {
        let all: Vec<PlayerKey> = players.collect();
        let mut names: Vec<String> = all.iter().take(MAX_NAMES).map(|player| self.names.player(*player)).collect();
        if all.len() > MAX_NAMES {
            names.push(self.lang.render(&Message::new("more").number("n", (all.len() - MAX_NAMES) as i64)));
        }
        names.join(", ")
    }

    /// A row of a table; `id` is the text that says which.
    pub fn position(&self, id: &'static str, position: &TablePosition) -> String {
        let message = Message::new(id)
            .number("place", position.place.number())
            .number("rows", position.rows as i64)
            .message("points", points_message(position.points.0));
        self.lang.render(&message)
    }

    /// Who stands above or below and which step decides it, with the rules; `id` is `above` or `below`.
    pub fn neighbour(&self, id: &'static str, neighbour: PlayerKey, step: &DecidingStep) -> String {
        let step = self.step(step) + &cited(step.rules());
        self.lang.render(&Message::new(id).with("player", self.names.player(neighbour)).with("step", step))
    }

    /// The step that decides between two rows.
    pub fn step(&self, step: &DecidingStep) -> String {
        self.lang.render(&step_message(step))
    }

    /// The equal totals of two rows.
    pub fn equal_totals(&self, points: u32) -> String {
        self.lang.render(&Message::new("step-total-equal").message("points", points_message(points)))
    }

    /// A result of two rows that is the same in both.
    pub fn equal_results(&self, number: usize, result: &EarnedPoints) -> String {
        let message = Message::new("step-result-equal")
            .number("number", number as i64)
            .message("result", result_message(Some(result)));
        self.lang.render(&message)
    }

    /// What a place gives in the ranking.
    pub fn earned(&self, place: Option<Place>, points: u32) -> String {
        let message = Message::new("place-gives")
            .message("place", place_message(place))
            .message("points", points_message(points));
        self.lang.render(&message)
    }

    /// Why a result does not count.
    pub fn not_counted(&self, reason: &NotCounted) -> String {
        self.lang.render(&not_counted_message(reason))
    }

    /// What a decision came to for a player.
    pub fn outcome(&self, outcome: &Outcome) -> String {
        let message = match outcome {
            Outcome::Considered(verdict) => return self.verdict(*verdict),
            Outcome::Refused(refusal) => refusal_message(refusal, &self.facts.rulebook),
            Outcome::BeyondDepth { depth } => Message::new("beyond-depth").number("depth", *depth),
            Outcome::NotReached => Message::new("not-reached"),
            Outcome::HeldByAnother => Message::new("held-by-another"),
            Outcome::WithoutPlace => Message::new("without-place"),
        };
        self.lang.render(&message)
    }

    /// The outcome of a decision for a player, where persons grant what the rules propose: as a code for programs, and
    /// in words.
    pub fn standing(
        &self,
        it: &QualificationDerivation<'_>,
        player: PlayerKey,
        state_of: impl Fn(PlayerKey) -> QualificationState,
    ) -> (&'static str, String) {
        let has_it = it.decision.granted().any(|granted| granted.player == player);
        if has_it {
            let state = state_of(player);
            let words = match state {
                QualificationState::Proposed => "standing-proposed",
                QualificationState::Granted => "standing-granted",
                QualificationState::Review => "standing-review",
            };
            return (state.name(), self.lang.text(words));
        }
        if it.outcome == Outcome::HeldByAnother {
            let in_review = it.decision.under_review().any(|holder| state_of(holder) == QualificationState::Review);
            let words = if in_review { "held-in-review" } else { "held-by-decision" };
            let message = Message::new(words).with("players", self.names(it.decision.under_review()));
            return (it.outcome.code(), self.lang.render(&message));
        }
        (it.outcome.code(), self.missed(it).unwrap_or_else(|| self.outcome(&it.outcome)))
    }

    /// How far a player was from a qualification that others got; nothing if that is not why they have none.
    fn missed(&self, it: &QualificationDerivation<'_>) -> Option<String> {
        let missed = it.missed?;
        let message = Message::new("missed")
            .with("player", self.names.player(missed.last.0))
            .message("place", place_message(Some(missed.last.1)))
            .number("before", missed.before as i64);
        let text = self.lang.render(&message);
        let points = missed.points.map(|points| self.lang.render(&Message::new("missed-points").number("n", points)));
        Some(text + &points.unwrap_or_default())
    }

    /// Why a player was given a qualification or passed over.
    pub fn verdict(&self, verdict: Verdict) -> String {
        let message = match verdict {
            Verdict::Granted => Message::new("granted"),
            Verdict::Pending => Message::new("pending-tie"),
            Verdict::Holder(origin) => Message::new("holder").with("origin", self.origin(origin)),
            Verdict::Waived(Some(event)) => Message::new("waived-at").with("event", self.names.event(event)),
            Verdict::Waived(None) => Message::new("waived"),
            Verdict::Disqualified => Message::new("disqualified"),
            Verdict::NoGames => Message::new("no-games"),
            Verdict::Foreign => Message::new("foreign"),
            Verdict::RarelyPresent => Message::new("rarely-present"),
            Verdict::LostTie => Message::new("lost-tie"),
            Verdict::TiedOut => Message::new("tied-out"),
            Verdict::Declined { passed_on: true } => Message::new("declined-passed-on"),
            Verdict::Declined { passed_on: false } => Message::new("declined-kept"),
        };
        self.lang.render(&message)
    }

    /// What one event gave a player or did not give, with the rules.
    pub fn qualification(
        &self,
        qualification: &QualificationDerivation<'_>,
        season: Option<&Season>,
        mw: bool,
    ) -> String {
        let decision = qualification.decision;
        let outcome = self.missed(qualification).unwrap_or_else(|| self.outcome(&qualification.outcome));
        let outcome = outcome + &cited(qualification.outcome.rules(decision.source, mw));
        let message = Message::new("qualification")
            .with("event", self.dated_origin(decision.competition, season))
            .message("place", place_message(qualification.place))
            .with("outcome", outcome);
        self.lang.render(&message)
    }

    /// How a qualification was passed down to a player who got it or may get it: number of participants, ties, players
    /// passed over.
    pub fn chain(&self, qualification: &QualificationDerivation<'_>, player: PlayerKey, mw: bool) -> Vec<String> {
        let decision = qualification.decision;
        let mut lines = Vec::new();
        if !matches!(qualification.outcome, Outcome::Considered(Verdict::Granted | Verdict::Pending)) {
            return lines;
        }
        if let Some(participants) = decision.competition.and_then(|event| self.participants(event)) {
            let size = Message::new("event-size").number("participants", participants);
            lines.push(self.lang.render(&size.number("seats", decision.seats)));
        }
        let tied = self.names(qualification.tied_with(player));
        if !tied.is_empty() {
            let granted = qualification.outcome == Outcome::Considered(Verdict::Granted);
            let id = if granted { "tie-settled" } else { "tie-open" };
            lines.push(self.lang.render(&Message::new(id).with("players", tied)));
        }
        let passed_over: Vec<&Considered> = qualification.passed_over(player).collect();
        for considered in passed_over.iter().take(MAX_PASSED_OVER) {
            let why = self.verdict(considered.verdict) + &cited(considered.verdict.rules(decision.source, mw));
            let message = Message::new("passed-over")
                .with("player", self.names.player(considered.player))
                .message("place", place_message(Some(considered.place)))
                .with("why", why);
            lines.push(self.lang.render(&message));
        }
        let more = passed_over.len().saturating_sub(MAX_PASSED_OVER);
        if more > 0 {
            lines.push(self.lang.render(&Message::new("passed-over-more").number("n", more as i64)));
        }
        lines
    }

    /// Whether a player is proposed for a wildcard; `None` for a player who is no candidate.
    pub fn wildcard(&self, outcome: &WildcardOutcome) -> Option<String> {
        let message = match outcome {
            WildcardOutcome::Proposed { number, of, wildcard } => Message::new("wildcard")
                .number("number", *number as i64)
                .number("of", *of as i64)
                .with("event", self.names.event(wildcard.competition))
                .message("place", place_message(Some(wildcard.place))),
            WildcardOutcome::CapReached { cap } => Message::new("wildcard-cap-reached").number("cap", *cap),
            WildcardOutcome::NotACandidate => return None,
        };
        Some(self.lang.render(&message))
    }
}

pub(super) fn cited(rules: &str) -> String {
    format!(" ({rules})")
}

pub(super) fn points_message(points: u32) -> Message<'static> {
    Message::new("points").number("n", points)
}

pub(super) fn place_message(place: Option<Place>) -> Message<'static> {
    place.map_or(Message::new("no-place"), |place| Message::new("place").number("n", place.number()))
}

fn result_message(result: Option<&EarnedPoints>) -> Message<'static> {
    result.map_or(Message::new("no-more-results"), |result| {
        Message::new("result-of-step")
            .message("place", place_message(Some(result.place)))
            .message("points", points_message(result.points.0))
    })
}

fn step_message(step: &DecidingStep) -> Message<'static> {
    match step {
        DecidingStep::Total { above, here } => {
            Message::new("step-total").number("above", above.0).number("here", here.0)
        }
        DecidingStep::Result { number, above, here } => Message::new("step-result")
            .number("number", *number as i64)
            .message("above", result_message(above.as_ref()))
            .message("here", result_message(here.as_ref())),
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

/// The name of a source of qualifications.
pub fn source_name(lang: Lang, source: Source) -> String {
    choice_name(lang, "source", source)
}
