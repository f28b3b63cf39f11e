//! Cautions, warnings, yellow cards and when they add up to a disqualification (R-SAN).

use crate::rulebook::{Rulebook, parameters};
use crate::values::choice::choices;

choices! {
    /// Sanctions of a referee, three distinct kinds (AMB-87).
    "sanction" enum Sanction {
        Caution = "caution",
        Warning = "warning",
        YellowCard = "yellow_card",
        Disqualification = "disqualification",
    }
}

/// The position in the list of the sanction that disqualifies the player from the tournament, if any (R-SAN-02,
/// R-SAN-03).
///
/// The list holds the sanctions of one player in one tournament, in order: only yellow cards add up, and they expire
/// with it.
pub fn disqualified_by(sanctions: &[Sanction], rulebook: &Rulebook) -> Option<usize> {
    let limit = rulebook.get(parameters::DSQ_YELLOW_LIMIT);
    let mut yellow_cards = 0;
    sanctions.iter().position(|sanction| match sanction {
        Sanction::Disqualification => true,
        Sanction::YellowCard => {
            yellow_cards += 1;
            yellow_cards >= limit
        }
        Sanction::Caution | Sanction::Warning => false,
    })
}

#[cfg(test)]
mod tests {
    use super::Sanction::{Caution, Disqualification, Warning, YellowCard};
    use super::*;

    #[test]
    fn e32_the_second_yellow_card_of_one_tournament_disqualifies() {
        let rulebook = Rulebook::default();
        let first_tournament = [YellowCard];
        let second_tournament = [YellowCard];
        assert_eq!(disqualified_by(&first_tournament, &rulebook), None);
        assert_eq!(disqualified_by(&second_tournament, &rulebook), None);
        assert_eq!(disqualified_by(&[YellowCard, Caution, YellowCard, YellowCard], &rulebook), Some(2));
        assert_eq!(disqualified_by(&[Caution, Warning, Caution, Warning], &rulebook), None);
        assert_eq!(disqualified_by(&[Disqualification], &rulebook), Some(0));
    }
}
