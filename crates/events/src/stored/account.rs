//! Stored forms of account events.

use super::form::records;
use super::value::{AsText, Hex};
use domain::event::{AccountRecord, CompetitionKind, Grant, GrantedCompetition, Role};
use domain::values::ids::CompetitionId;

records! {
    /// An account by commitments.
    Record of AccountRecord { login: Hex, name: Hex }
    /// A role that was granted or revoked.
    Granted of Grant {
        role: AsText<Role>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event: Option<CompetitionForm>,
    }
    CompetitionForm of GrantedCompetition { kind: AsText<CompetitionKind>, id: AsText<CompetitionId> }
}
