use super::*;

fn account(id: &str) -> AccountId {
    AccountId::parse(id).unwrap()
}

fn computed(canonical: &str) -> ComputedList {
    ComputedList {
        canonical: canonical.to_owned(),
        position: 7,
        root: [1; 32],
        rulebook: RulebookId::parse("pl-2024-25").unwrap(),
        rulebook_position: 1,
        calculation: 1,
    }
}

fn submit(by: &str, seen: &str, now: &str, reason: bool) -> Command {
    let reason = reason.then_some(Commitment([9; 32]));
    let action = ListAction::Submit { digest: Digest::of(seen.as_bytes()), computed: computed(now), reason };
    by_account(by, action)
}

fn by_account(by: &str, action: ListAction) -> Command {
    Command { by: account(by), linked_accounts: BTreeSet::from([account(by)]), action }
}

fn publish(by: &str, seen: &str, now: &str) -> Command {
    by_account(by, publishing(seen, now, 5, PendingSubmission { position: 5, ..PendingSubmission::default() }))
}

fn publishing(list: &str, now: &str, seen: u64, waiting: PendingSubmission) -> ListAction {
    ListAction::Publish { digest: Digest::of(list.as_bytes()), seen, waiting, computed: computed(now) }
}

fn after(state: PublishedList, command: &Command) -> PublishedList {
    let events = decide(&state, command).unwrap();
    events.iter().try_fold(state, evolve).unwrap()
}

#[test]
fn a_second_person_publishes_exactly_what_was_submitted() {
    let submitted = after(PublishedList::default(), &submit("anna", "list", "list", false));
    assert_eq!(decide(&submitted, &publish("anna", "list", "list")), Err(Rejection::SamePerson));
    let current = Digest::of(b"other");
    assert_eq!(decide(&submitted, &publish("jan", "list", "other")), Err(Rejection::Stale { current }));
    assert_eq!(decide(&submitted, &publish("jan", "other", "other")), Err(Rejection::Stale { current }));
    let published = after(submitted, &publish("jan", "list", "list"));
    assert_eq!(published, PublishedList { submitted: None, newest: Some((1, Digest::of(b"list"))) });
    assert_eq!(decide(&published, &publish("jan", "list", "list")), Err(Rejection::NothingSubmitted));
}

#[test]
fn what_was_looked_at_must_be_what_the_list_is_now() {
    let current = Digest::of(b"new");
    let stale = decide(&PublishedList::default(), &submit("anna", "old", "new", false));
    assert_eq!(stale, Err(Rejection::Stale { current }));
}

#[test]
fn an_erratum_says_something_else_and_why() {
    let first = after(PublishedList::default(), &submit("anna", "one", "one", false));
    let first = after(first, &publish("jan", "one", "one"));
    assert_eq!(decide(&first, &submit("anna", "one", "one", true)), Err(Rejection::Unchanged { edition: 1 }));
    assert_eq!(decide(&first, &submit("anna", "two", "two", false)), Err(Rejection::ReasonMissing));
    let second = after(first, &submit("anna", "two", "two", true));
    let events = decide(&second, &publish("jan", "two", "two")).unwrap();
    let [ListEvent::Published(edition)] = &events[..] else { panic!("{events:?}") };
    assert_eq!((edition.number, edition.reason), (2, Some(Commitment([9; 32]))));
    assert_eq!((edition.submitted_by.as_str(), edition.published_by.as_str()), ("anna", "jan"));
}

#[test]
fn a_submission_of_somebody_else_takes_the_place_of_the_first_and_can_be_withdrawn() {
    let anna = after(PublishedList::default(), &submit("anna", "one", "one", false));
    let jan = after(anna, &submit("jan", "one", "one", false));
    assert_eq!(decide(&jan, &publish("jan", "one", "one")), Err(Rejection::SamePerson));
    assert!(decide(&jan, &publish("anna", "one", "one")).is_ok());
    let withdrawn = after(jan, &by_account("anna", ListAction::Withdraw));
    assert_eq!(decide(&withdrawn, &publish("anna", "one", "one")), Err(Rejection::NothingSubmitted));
}

#[test]
fn an_account_in_the_same_hands_is_no_second_person() {
    let submitted = after(PublishedList::default(), &submit("anna", "list", "list", false));
    let mut command = publish("jan", "list", "list");
    command.linked_accounts.insert(account("anna"));
    assert_eq!(decide(&submitted, &command), Err(Rejection::SamePerson));
}

#[test]
fn what_was_submitted_must_be_what_was_looked_at_and_somebody_must_stand_behind_it() {
    let submitted = after(PublishedList::default(), &submit("anna", "list", "list", false));
    let ask = |seen, by_disabled, by_without_role| {
        let action = publishing("list", "list", seen, PendingSubmission { position: 5, by_disabled, by_without_role });
        decide(&submitted, &by_account("jan", action))
    };
    assert_eq!(ask(4, false, false), Err(Rejection::OtherSubmission { current: 5 }), "another took its place");
    assert_eq!(ask(5, true, false), Err(Rejection::SubmitterDisabled));
    assert_eq!(ask(5, false, true), Err(Rejection::SubmitterWithoutRole));
    assert!(ask(5, false, false).is_ok());
}
