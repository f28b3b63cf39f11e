//! Sentences for the events of the qualification ledger.

use super::{SentenceBuilder, plain_text};
use domain::event::{LedgerEvent, SeatOrigin};
use domain::qualification::Source;
use domain::qualification::ledger::Target;
use domain::values::ids::{ChampionshipId, CompetitionId};
use events::envelope::{StreamKind, StreamName};
use formats::localization::Message;

impl SentenceBuilder<'_> {
    pub(super) fn ledger(&self, words: Message<'static>, event: &LedgerEvent) -> Message<'static> {
        let words = words.message("target", self.target());
        match event {
            LedgerEvent::Granted(grant) => words
                .message("player", self.player(&grant.player))
                .message("origin", self.origin(&grant.origin))
                .with("place", grant.place.number().to_string())
                .with("override", if grant.reason.is_some() { "yes" } else { "no" }),
            LedgerEvent::Declined(declined) => words
                .message("player", self.player(&declined.player))
                .message("origin", self.origin(&declined.origin))
                .with("passed", if declined.passed_on { "yes" } else { "no" }),
            LedgerEvent::DeclineWithdrawn(seat) => {
                words.message("player", self.player(&seat.player)).message("origin", self.origin(&seat.origin))
            }
            LedgerEvent::Withheld(withheld) | LedgerEvent::WithholdingWithdrawn(withheld) => {
                words.count("seats", withheld.seats.into()).message("origin", self.origin(&withheld.origin))
            }
            LedgerEvent::Revoked(seat) => {
                words.message("player", self.player(&seat.player)).message("origin", self.origin(&seat.origin))
            }
            LedgerEvent::Upheld(upheld) => words
                .message("player", self.player(&upheld.seat.player))
                .message("origin", self.origin(&upheld.seat.origin)),
            LedgerEvent::WildcardNominated(nominated) => words.message("player", self.player(&nominated.player)),
            LedgerEvent::WildcardGranted { player, .. } | LedgerEvent::WildcardWithdrawn { player, .. } => {
                words.message("player", self.player(player))
            }
            LedgerEvent::Chosen(choice) => words.message("player", self.player(&choice.player)),
            LedgerEvent::NomineeNamed(nominee) => words.message("player", self.player(&nominee.player)),
            LedgerEvent::NomineeWithdrawn { .. } => words,
        }
    }

    /// To what the qualifications are that the stream is about.
    fn target(&self) -> Message<'static> {
        match self.stream.id().parse() {
            Ok(Target::Mp(season)) => Message::new("event-target-mp").with("season", season.to_string()),
            Ok(Target::Mw(championship)) => {
                Message::new("event-target-mw").message("subject", self.championship(&championship))
            }
            Err(_) => plain_text(self.stream.id().to_owned()),
        }
    }

    fn championship(&self, id: &ChampionshipId) -> Message<'static> {
        match StreamName::new(StreamKind::Championship, id.as_str()) {
            Ok(stream) => self.event(&stream),
            Err(_) => plain_text(id.to_string()),
        }
    }

    fn origin(&self, origin: &SeatOrigin) -> Message<'static> {
        let Some(event) = &origin.event else { return Message::new("event-origin-ranking") };
        match StreamName::new(source_kind(origin.source), event.as_str()) {
            Ok(stream) => self.event(&stream),
            Err(_) => plain_text(CompetitionId::to_string(event)),
        }
    }
}

/// In which kind of stream an event stands that gives qualifications.
pub(crate) fn source_kind(source: Source) -> StreamKind {
    match source {
        Source::Tournament | Source::Mw | Source::Ranking => StreamKind::Tournament,
        Source::League => StreamKind::League,
        Source::GrandPrix => StreamKind::GrandPrix,
        Source::Online => StreamKind::OnlineEvent,
    }
}
