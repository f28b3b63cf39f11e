//! Accounts that may belong to one person, which do not count as two persons (S22).

use crate::values::calendar::Moment;
use crate::values::ids::AccountId;
use std::collections::BTreeSet;

/// So many days after one account has let another in, the two are not taken for two persons.
pub const LINKED_ACCOUNT_DAYS: i64 = 7;

const MICROSECONDS_OF_A_DAY: i64 = 24 * 60 * 60 * 1_000_000;

/// One account gave access to another: it opened, enabled or promoted it, or reset its password or second factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessGrant {
    pub by: AccountId,
    pub account: AccountId,
    /// When, at last.
    pub at: Moment,
}

/// The accounts that one person may control together with this one: itself, and transitively all that gave it access or
/// got access from it lately.
pub fn linked_accounts(account: &AccountId, let_in: &[AccessGrant], now: Moment) -> BTreeSet<AccountId> {
    let since = now.microseconds() - LINKED_ACCOUNT_DAYS * MICROSECONDS_OF_A_DAY;
    let lately: Vec<&AccessGrant> = let_in.iter().filter(|it| it.at.microseconds() > since).collect();
    let mut linked = BTreeSet::from([account.clone()]);
    loop {
        let newly_linked = lately.iter().filter(|it| linked.contains(&it.by) != linked.contains(&it.account));
        let found: Vec<AccountId> = newly_linked.flat_map(|it| [it.by.clone(), it.account.clone()]).collect();
        if found.is_empty() {
            return linked;
        }
        linked.extend(found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> AccountId {
        AccountId::parse(name).unwrap()
    }

    fn on_day(day: i64, by: &str, account: &str) -> AccessGrant {
        AccessGrant { by: id(by), account: id(account), at: Moment::at_microseconds(day * MICROSECONDS_OF_A_DAY) }
    }

    fn linked(of: &str, let_in: &[AccessGrant]) -> Vec<String> {
        let now = Moment::at_microseconds(100 * MICROSECONDS_OF_A_DAY);
        linked_accounts(&id(of), let_in, now).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn whoever_was_let_in_lately_is_no_second_person_from_either_side() {
        let let_in = [on_day(94, "anna", "basia"), on_day(93, "celina", "dorota")];
        assert_eq!(linked("anna", &let_in), ["anna", "basia"]);
        assert_eq!(linked("basia", &let_in), ["anna", "basia"]);
        assert_eq!(linked("celina", &let_in), ["celina"], "seven days are over");
    }

    #[test]
    fn a_chain_of_accounts_leads_back_to_whoever_began_it() {
        let let_in = [on_day(99, "basia", "celina"), on_day(95, "anna", "basia"), on_day(99, "anna", "dorota")];
        for of in ["anna", "basia", "celina", "dorota"] {
            assert_eq!(linked(of, &let_in), ["anna", "basia", "celina", "dorota"], "{of}");
        }
        assert_eq!(linked("ewa", &let_in), ["ewa"]);
    }
}
