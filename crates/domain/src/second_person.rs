//! Who counts as another person where an act takes two (S22).

use crate::calendar::Moment;
use crate::ids::AccountId;
use std::collections::BTreeSet;

/// So many days after one account has let another in, the two are not taken for two persons.
pub const DAYS_APART: i64 = 7;

const MICROSECONDS_OF_A_DAY: i64 = 24 * 60 * 60 * 1_000_000;

/// One account has let another in: it opened, enabled or promoted it, or made its password or second factor be set anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetIn {
    /// Who did it.
    pub by: AccountId,
    /// Whose account it was.
    pub account: AccountId,
    /// When, at last.
    pub at: Moment,
}

/// The accounts that may be in the same hands as this one: itself, whom it has let in lately and who has let it in, and so on from
/// each of them, because whoever hands out two accounts can hold both.
pub fn same_hands(account: &AccountId, let_in: &[LetIn], now: Moment) -> BTreeSet<AccountId> {
    let since = now.microseconds() - DAYS_APART * MICROSECONDS_OF_A_DAY;
    let lately: Vec<&LetIn> = let_in.iter().filter(|it| it.at.microseconds() > since).collect();
    let mut hands = BTreeSet::from([account.clone()]);
    loop {
        let beside = lately.iter().filter(|it| hands.contains(&it.by) != hands.contains(&it.account));
        let found: Vec<AccountId> = beside.flat_map(|it| [it.by.clone(), it.account.clone()]).collect();
        if found.is_empty() {
            return hands;
        }
        hands.extend(found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> AccountId {
        AccountId::parse(name).unwrap()
    }

    fn on_day(day: i64, by: &str, account: &str) -> LetIn {
        LetIn { by: id(by), account: id(account), at: Moment::at_microseconds(day * MICROSECONDS_OF_A_DAY) }
    }

    fn hands(of: &str, let_in: &[LetIn]) -> Vec<String> {
        let now = Moment::at_microseconds(100 * MICROSECONDS_OF_A_DAY);
        same_hands(&id(of), let_in, now).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn whoever_was_let_in_lately_is_no_second_person_from_either_side() {
        let let_in = [on_day(94, "anna", "basia"), on_day(93, "celina", "dorota")];
        assert_eq!(hands("anna", &let_in), ["anna", "basia"]);
        assert_eq!(hands("basia", &let_in), ["anna", "basia"]);
        assert_eq!(hands("celina", &let_in), ["celina"], "seven days are over");
    }

    #[test]
    fn a_chain_of_accounts_leads_back_to_whoever_began_it() {
        let let_in = [on_day(99, "basia", "celina"), on_day(95, "anna", "basia"), on_day(99, "anna", "dorota")];
        for of in ["anna", "basia", "celina", "dorota"] {
            assert_eq!(hands(of, &let_in), ["anna", "basia", "celina", "dorota"], "{of}");
        }
        assert_eq!(hands("ewa", &let_in), ["ewa"]);
    }
}
