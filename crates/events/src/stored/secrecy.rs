//! Parts of events that are not public: confidential event types, and sheets whose results were hidden.

use super::read;
use super::value::AsText;
use domain::tournament::course::Stage;
use serde::Deserialize;

/// Event types whose name alone discloses something confidential.
const CONFIDENTIAL: &[&str] = &[
    "tournament.applied",
    "tournament.application_approved",
    "tournament.application_rejected",
    "tournament.registration_changed",
    "tournament.registration_withdrawn",
    "tournament.player_left",
    "tournament.sanction_given",
    "tournament.disqualified",
    "tournament.dispute_opened",
    "tournament.dispute_ruled",
    "tournament.qualification_waived",
    "tournament.qualification_waiver_withdrawn",
    "tournament.act_undone",
    "list.submitted",
    "list.submission_withdrawn",
];

/// Event types that also occur in a tournament before its approval, which is not public.
const BEFORE_APPROVAL: &[&str] = &["tournament.details_changed", "tournament.cancelled"];

/// Types whose payload is a sheet.
const SHEETS: &[&str] = &["tournament.sheet_entered", "tournament.sheet_corrected"];

/// Whether only those with a role may know that an event of this type has happened.
pub fn is_confidential(event_type: &str) -> bool {
    CONFIDENTIAL.contains(&event_type)
}

/// Whether an event of this type is confidential if it happened before the tournament was approved.
pub fn is_confidential_before_approval(event_type: &str) -> bool {
    BEFORE_APPROVAL.contains(&event_type)
}

/// Whether the payload is a sheet that was entered while the results of its stage were hidden. A sheet that cannot be
/// read is taken for one.
pub fn is_hidden_sheet(event_type: &str, payload: &[u8]) -> bool {
    SHEETS.contains(&event_type) && read::<OfSheet>(payload).map_or(true, |sheet| sheet.fact.hidden)
}

/// The stage of such a sheet; none for every other event, and for a sheet that cannot be read.
pub fn hidden_sheet(event_type: &str, payload: &[u8]) -> Option<Stage> {
    let sheet = SHEETS.contains(&event_type).then(|| read::<OfSheet>(payload).ok()).flatten()?;
    sheet.fact.hidden.then_some(sheet.fact.stage.0)
}

/// What decides on secrecy; everything else in the payload is passed over.
#[derive(Deserialize)]
struct OfSheet {
    fact: StageAndHidden,
}

#[derive(Deserialize)]
struct StageAndHidden {
    stage: AsText<Stage>,
    hidden: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stored::{STORED_TYPES, encode};
    use domain::event::{Event, NumberedFact, SheetEntry, SheetGame, TournamentEvent, TournamentFact};
    use domain::game::Ending;
    use domain::tournament::course::ActorRef;

    fn payload(hidden: bool, fact: impl Fn(SheetEntry) -> TournamentFact) -> (&'static str, Vec<u8>) {
        let game = SheetGame { ending: Ending::RackEmptied, small: vec![Some(9), None, Some(-9)], racks: None };
        let sheet = SheetEntry { stage: Stage::Top, table: 2, games: [game].into(), reason: None, hidden };
        let act = NumberedFact { number: 1, by: ActorRef::parse("account/a").unwrap(), fact: fact(sheet) };
        let stored = encode(&Event::Tournament(TournamentEvent::Act(act)));
        (stored.event_type, stored.payload)
    }

    #[test]
    fn a_sheet_tells_whether_it_is_hidden_and_of_which_stage() {
        for fact in [TournamentFact::SheetEntered, |entry| TournamentFact::SheetCorrected { entry }] {
            let (event_type, hidden) = payload(true, fact);
            assert_eq!(hidden_sheet(event_type, &hidden), Some(Stage::Top));
            assert!(is_hidden_sheet(event_type, &hidden));
            let (event_type, shown) = payload(false, fact);
            assert_eq!(hidden_sheet(event_type, &shown), None);
            assert!(!is_hidden_sheet(event_type, &shown));
            assert_eq!(hidden_sheet("tournament.stage_closed", &hidden), None);
            assert!(!is_hidden_sheet("tournament.stage_closed", &hidden));
        }
    }

    #[test]
    fn a_sheet_that_cannot_be_read_is_kept_secret() {
        for broken in
            [&b"{}"[..], b"", b"\xff", br#"{"fact":{"stage":"top"}}"#, br#"{"fact":{"stage":"0","hidden":false}}"#]
        {
            assert!(is_hidden_sheet("tournament.sheet_entered", broken), "{broken:?}");
            assert_eq!(hidden_sheet("tournament.sheet_entered", broken), None, "{broken:?}");
            assert!(!is_hidden_sheet("tournament.recorded", broken));
        }
    }

    #[test]
    fn every_name_here_is_that_of_a_stored_form() {
        for name in CONFIDENTIAL.iter().chain(BEFORE_APPROVAL).chain(SHEETS) {
            assert!(STORED_TYPES.iter().any(|known| known.event_type == *name), "{name}");
        }
    }

    #[test]
    fn sanctions_disputes_and_applications_are_confidential_and_play_is_not() {
        for known in STORED_TYPES {
            let name = known.event_type;
            let secret = [
                "list.submi",
                "sanction",
                "dispute",
                "disqualified",
                "appli",
                "qualification",
                "registration_",
                "undone",
            ];
            if secret.iter().any(|word| name.contains(word)) {
                assert!(is_confidential(name), "{name}");
            }
        }
        for open in ["tournament.sheet_entered", "tournament.stage_closed", "tournament.recorded", "player.erased", ""]
        {
            assert!(!is_confidential(open) && !is_confidential_before_approval(open), "{open}");
        }
        assert!(is_confidential_before_approval("tournament.cancelled"));
    }
}
