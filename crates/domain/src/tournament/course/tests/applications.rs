//! Applications, changes and cancellations (R-APP).

use super::super::*;
use crate::competitions::class::TournamentClass::{Eliminatory, Ordinary};
use crate::event::{TournamentDetails, TournamentFact};
use crate::rulebook::{ApplicationField, Preset, Raw, Rulebook};
use crate::season::deadlines::{application_on_time, decision_overdue};
use crate::test_support::tournament_fixture::{
    TournamentFixture, application, free_formats, rounds, rulebook, text, with_final,
};
use crate::test_support::{day, moment};

fn submitted(sent: &str) -> TournamentFixture {
    let mut fixture = TournamentFixture::empty();
    fixture.at = moment(sent);
    fixture.done(TournamentAction::Apply(Box::new(application(Eliminatory, fixture.at))));
    fixture
}

fn approved(announced: &str) -> TournamentFixture {
    let mut fixture = TournamentFixture::approved(Eliminatory, rulebook(Preset::Pl2024_25, &[]));
    fixture.at = moment(announced);
    fixture
}

#[test]
fn e01_an_application_after_the_deadline_is_taken_and_stands_there_as_late() {
    // The competition is on 15 March, so the last day is 22 February.
    for (sent, on_time) in [("2025-02-22T23:59:59+01:00", true), ("2025-02-23T00:00:00+01:00", false)] {
        let fixture = submitted(sent);
        let state = fixture.state();
        let in_time =
            application_on_time(state.application.submitted_at, state.details.first_day, &Rulebook::default());
        assert_eq!((state.phase, in_time), (Phase::Submitted, on_time), "{sent}");
    }
}

#[test]
fn e02_silence_approves_nothing() {
    let fixture = submitted("2025-02-12T12:00:00+01:00");
    let sent = fixture.state().application.submitted_at.day();
    assert!(!decision_overdue(sent, day("2025-02-19"), &Rulebook::default()));
    assert!(decision_overdue(sent, day("2025-02-20"), &Rulebook::default()));
    assert_eq!(fixture.state().phase, Phase::Submitted);
}

#[test]
fn e03_a_cancellation_less_than_seven_days_before_needs_a_reason_and_is_flagged() {
    let mut in_time = approved("2025-03-08T20:00:00+01:00");
    let events = in_time.done(TournamentAction::Cancel { reason: None });
    assert_eq!(TournamentFixture::facts(&events), [&TournamentFact::Cancelled { reason: None, late_notice: false }]);

    let mut late = approved("2025-03-09T08:00:00+01:00");
    assert_eq!(
        late.refused(TournamentAction::Cancel { reason: None }),
        Rejection::ReasonMissing { kind: CommandKind::Cancel }
    );
    let reason = Some(text(9));
    let events = late.done(TournamentAction::Cancel { reason });
    assert_eq!(TournamentFixture::facts(&events), [&TournamentFact::Cancelled { reason, late_notice: true }]);
    assert!(late.state().late_notice);
}

#[test]
fn a_rulebook_may_forbid_late_changes() {
    let record = rulebook(Preset::Pl2024_25, &[("change.late", Raw::Text("forbid".to_owned()))]);
    let mut fixture = TournamentFixture::approved(Ordinary, record);
    fixture.at = moment("2025-03-09T08:00:00+01:00");
    let details = TournamentDetails { venue: text(8), ..fixture.state().details.as_ref().clone() };
    let change = TournamentAction::ChangeDetails { details, reason: Some(text(9)) };
    assert_eq!(fixture.refused(change), Rejection::NoticeTooLate);
}

#[test]
fn seven_fields_are_mandatory_and_an_eliminatory_tournament_needs_experience() {
    let mut fixture = TournamentFixture::empty();
    let mut incomplete = application(Eliminatory, fixture.at);
    incomplete.given.retain(|field| !matches!(field, ApplicationField::Phone | ApplicationField::Venue));
    let fields = vec![ApplicationField::Phone, ApplicationField::Venue];
    assert_eq!(fixture.refused(TournamentAction::Apply(Box::new(incomplete))), Rejection::FieldsMissing { fields });

    let mut beginner = application(Eliminatory, fixture.at);
    beginner.record.experienced = false;
    assert_eq!(fixture.refused(TournamentAction::Apply(Box::new(beginner.clone()))), Rejection::ExperienceMissing);
    beginner.record.class = Ordinary;
    fixture.done(TournamentAction::Apply(Box::new(beginner)));
}

#[test]
fn an_application_is_rejected_without_a_reason_and_then_stays_rejected() {
    let mut fixture = submitted("2025-02-12T12:00:00+01:00");
    fixture.done(TournamentAction::Reject { reason: None });
    assert_eq!(
        fixture.refused(TournamentAction::Cancel { reason: None }),
        Rejection::WrongPhase { phase: Phase::Rejected }
    );
}

#[test]
fn the_format_is_frozen_when_the_first_round_starts() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 8);
    assert_eq!(fixture.refused(TournamentAction::ChooseFormat(with_final(rounds(&[1]), 4))), Rejection::FormatFrozen);
}

#[test]
fn while_it_is_played_a_tournament_can_be_broken_off_with_a_reason() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 8);
    assert_eq!(
        fixture.refused(TournamentAction::Cancel { reason: None }),
        Rejection::ReasonMissing { kind: CommandKind::Cancel }
    );
    let events = fixture.done(TournamentAction::Cancel { reason: Some(text(9)) });
    assert_eq!(TournamentFixture::facts(&events), [&TournamentFact::Interrupted { reason: text(9) }]);
    assert!(fixture.state().record.is_none());
}
