//! Accounts: logins, roles, and the admin who must stay.

use super::*;

#[test]
fn a_login_that_another_process_gives_away_meanwhile_is_taken() {
    let fixture = StoreFixture::new();
    let meddle = |login: &'static str| {
        let other_process = fixture.other_process();
        fixture.overtaken_by(move || drop(other_process.open_account(login).unwrap()))
    };
    let open = |commands: &CommandHandler, login: &str| {
        commands.open_account(&metadata(), &fixture.known, &details(login, "Ewa Wzorowa"), &[], &|_| vec![])
    };
    let outcome = open(&meddle("ewa"), "Ewa");
    assert!(login_is_taken(&outcome), "{outcome:?}");
    let account = fixture.open_account("anna", &[]);
    let outcome = meddle("beata").rectify_account(
        &metadata(),
        &fixture.known,
        &account,
        &details("beata", "Beata"),
        Some(&reason()),
    );
    assert!(login_is_taken(&outcome), "{outcome:?}");
    fixture.assert_vault_matches();
}

#[test]
fn of_two_processes_that_race_for_logins_and_days_one_gets_each() {
    let fixture = StoreFixture::new();
    fixture.adopt_preset();
    let both = [fixture.other_process(), fixture.other_process()];
    let start = Barrier::new(2);
    let rounds = 10;
    let race = |number: usize, here: &OtherProcess| {
        (0..rounds)
            .map(|round| {
                let year = 2030 + round;
                let record = days(&format!("{year}-01-01"), &format!("{year}-12-31"));
                start.wait();
                let account = here.open_account(&format!("login-{round}"));
                assert!(account.is_ok() || login_is_taken(&account), "{account:?}");
                start.wait();
                let season = here.open_season(&format!("s-{number}-{round}"), &record);
                assert!(season.is_ok() || seasons_overlap(&season), "{season:?}");
                usize::from(account.is_ok()) + usize::from(season.is_ok())
            })
            .sum::<usize>()
    };
    let got: usize = std::thread::scope(|scope| {
        let race = &race;
        let threads: Vec<_> =
            both.iter().enumerate().map(|(number, here)| scope.spawn(move || race(number, here))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(got, 2 * rounds);
    assert_eq!(fixture.head(), Position(1 + 2 * rounds as u64));
}

#[test]
fn a_login_is_claimed_once_given_back_when_it_changes_and_claimed_late_where_it_was_not() {
    let fixture = StoreFixture::new();
    let account = fixture.open_account("ewa", &[]);
    let first = fixture.claims_of(&account);
    assert_eq!(first.len(), 1);
    let rectify = |login: &str, name: &str| {
        fixture.commands.rectify_account(&metadata(), &fixture.known, &account, &details(login, name), None).unwrap()
    };
    rectify("ewa", "Ewa Przykładowa");
    assert_eq!(fixture.claims_of(&account), first);
    rectify("beata", "Ewa Przykładowa");
    assert_ne!(fixture.claims_of(&account), first);
    let other = fixture.open_account("ewa", &[]);
    assert_eq!(fixture.claims_of(&other), first);

    // An account from before there were claims.
    let owner = format!("account/{other}").into();
    let none = vec![MutableWrite::RemoveOwned { record_kind: RecordKind::Claim, owner }];
    fixture.log.append(events::append::Append { mutable_writes: none, ..Default::default() }).wait().unwrap();
    let outcome = fixture.other_process().open_account("ewa");
    assert!(login_is_taken(&outcome), "{outcome:?}");
    fixture.commands.rectify_account(&metadata(), &fixture.known, &other, &details("ewa", "Ewa Inna"), None).unwrap();
    assert_eq!(fixture.claims_of(&other), first);
}

#[test]
fn an_account_opens_with_its_roles_and_a_login_of_its_own() {
    let fixture = StoreFixture::new();
    let account = fixture.open_account("ewa", &[everywhere(Role::Admin), everywhere(Role::Arbiter)]);
    assert_eq!(fixture.event_types(), ["account.opened", "account.role_granted", "account.role_granted"]);
    assert_eq!(account.as_str().len(), 20);
    let taken =
        fixture.commands.open_account(&metadata(), &fixture.known, &details("EWA", "Ewelina"), &[], &|_| vec![]);
    assert!(matches!(taken, Err(CommandError::Rejected(account::Rejection::LoginTaken))), "{taken:?}");
    let other = fixture.open_account("ewelina", &[]);
    let taken = fixture.commands.rectify_account(&metadata(), &fixture.known, &other, &details("ewa", "Ewelina"), None);
    assert!(matches!(taken, Err(CommandError::Rejected(account::Rejection::LoginTaken))), "{taken:?}");
    // Her own login is hers.
    fixture
        .commands
        .rectify_account(&metadata(), &fixture.known, &account, &details("ewa", "Ewa Zamężna"), None)
        .unwrap();
    // A login that was given up is free.
    fixture
        .commands
        .rectify_account(&metadata(), &fixture.known, &account, &details("ewa2", "Ewa Zamężna"), None)
        .unwrap();
    fixture.commands.rectify_account(&metadata(), &fixture.known, &other, &details("ewa", "Ewelina"), None).unwrap();
    fixture.assert_vault_matches();
}

#[test]
fn an_invitation_comes_with_the_account_and_sessions_go_with_it() {
    let fixture = StoreFixture::new();
    let invite = |stream: &StreamName| {
        vec![MutableWrite::PutNew {
            record_kind: RecordKind::Link,
            key: vec![1; 32],
            owner: stream.as_str().into(),
            value: b"invitation".to_vec(),
            expires_at: None,
        }]
    };
    let open = |metadata: &CommandMetadata, login| {
        fixture.commands.open_account(metadata, &fixture.known, &details(login, "Ewa"), &[], &invite)
    };
    let would = open(&dry(), "ewa").unwrap();
    assert_eq!(fixture.log.mutable_records_of_owner(RecordKind::Link, would.resource.as_str(), 10).unwrap(), []);
    let done = open(&keyed(1, 1), "ewa").unwrap();
    assert_eq!(as_first_answer(&open(&keyed(1, 1), "ewa").unwrap()), done);
    let links = fixture.log.mutable_records_of_owner(RecordKind::Link, done.resource.as_str(), 10).unwrap();
    assert_eq!((links.len(), links[0].revision), (1, 1));
    let taken = open(&metadata(), "ewelina");
    assert!(matches!(taken, Err(CommandError::Append(AppendError::RecordConflict { .. }))), "{taken:?}");
    let account = AccountId::parse(done.resource.id()).unwrap();
    fixture.commands.disable_account(&metadata(), &fixture.known, &account, None).unwrap();
    assert_eq!(fixture.log.mutable_records_of_owner(RecordKind::Link, done.resource.as_str(), 10).unwrap(), []);
    assert_eq!(fixture.event_types(), ["account.opened", "account.disabled"]);
}

#[test]
fn the_read_models_know_what_the_rules_ask() {
    let fixture = StoreFixture::new();
    let projector = Projector::start(Arc::clone(&fixture.log), Arc::clone(&fixture.vault));
    fixture.adopt_preset();
    let record = days("2024-10-01", "2025-09-19");
    fixture.commands.open_season(&metadata(), &projector, &season_id("2025"), &record).unwrap();
    let outcome = fixture.commands.open_season(&metadata(), &projector, &season_id("inny"), &record);
    assert!(matches!(outcome, Err(CommandError::Rejected(season::Rejection::Overlaps { .. }))), "{outcome:?}");
    let admin = fixture.open_account("ewa", &[everywhere(Role::Admin)]);
    let taken = fixture.commands.open_account(&metadata(), &projector, &details("ewa", "Ewelina"), &[], &|_| vec![]);
    assert!(matches!(taken, Err(CommandError::Rejected(account::Rejection::LoginTaken))), "{taken:?}");
    let outcome = fixture.commands.disable_account(&metadata(), &projector, &admin, None);
    assert!(matches!(outcome, Err(CommandError::Rejected(account::Rejection::LastAdmin))), "{outcome:?}");
    projector.stop();
}

#[test]
fn the_last_admin_stays_and_nobody_locks_herself_out() {
    let fixture = StoreFixture::new();
    let admin = everywhere(Role::Admin);
    let first = fixture.open_account("pierwsza", std::slice::from_ref(&admin));
    let second = fixture.open_account("druga", &[]);
    let disable =
        |by: &CommandMetadata, account| fixture.commands.disable_account(by, &fixture.known, account, Some(&reason()));
    let revoke = |by: &CommandMetadata, account| fixture.commands.revoke_role(by, &fixture.known, account, &admin);
    let rejected = |outcome: Result<CommandReceipt, CommandError<account::Rejection>>| match outcome {
        Err(CommandError::Rejected(rejection)) => rejection.code(),
        other => panic!("{other:?}"),
    };
    assert_eq!(rejected(disable(&metadata(), &first)), "last-admin");
    assert_eq!(rejected(revoke(&by(&second), &first)), "last-admin");
    assert_eq!(rejected(disable(&by(&first), &first)), "own-account");
    assert_eq!(rejected(fixture.commands.grant_role(&by(&second), &second, &admin)), "own-admin-role");
    fixture.commands.grant_role(&by(&first), &second, &admin).unwrap();
    assert_eq!(rejected(revoke(&by(&first), &first)), "own-admin-role");
    assert_eq!(types(&disable(&by(&second), &first).unwrap()), ["account.disabled"]);
    assert_eq!(
        rejected(fixture.commands.grant_role(&metadata(), &first, &everywhere(Role::Auditor))),
        "account-disabled"
    );
    assert_eq!(rejected(revoke(&metadata(), &second)), "last-admin");
    assert_eq!(types(&fixture.commands.enable_account(&metadata(), &first).unwrap()), ["account.enabled"]);
    assert_eq!(types(&revoke(&metadata(), &second).unwrap()), ["account.role_revoked"]);
    fixture.assert_vault_matches();
}

#[test]
fn two_admins_who_disable_each_other_at_once_do_not_both_go() {
    let fixture = StoreFixture::new();
    let admin = [everywhere(Role::Admin)];
    let accounts = [fixture.open_account("pierwsza", &admin), fixture.open_account("druga", &admin)];
    // Two processes: each has an office, a log and a memory of its own.
    let other = open(fixture.folder.path());
    let logs = [Arc::clone(&fixture.log), other];
    let start = Barrier::new(2);
    let disabled: Vec<bool> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2)
            .map(|number| {
                let (log, vault) = (Arc::clone(&logs[number]), Arc::clone(&fixture.vault));
                let (start, accounts) = (&start, &accounts);
                scope.spawn(move || {
                    let commands = CommandHandler::new(Arc::clone(&log), Arc::clone(&vault), Arc::new(World));
                    let known = LogLookup::new(log, vault);
                    start.wait();
                    let outcome = commands.disable_account(&by(&accounts[number]), &known, &accounts[1 - number], None);
                    outcome.is_ok()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(disabled.iter().filter(|done| **done).count(), 1, "{disabled:?}");
}

#[test]
fn a_role_for_an_event_needs_the_event() {
    let fixture = StoreFixture::new();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/season-2025.bundle.json");
    let bundle = formats::bundle::read(std::fs::File::open(example).unwrap()).unwrap();
    let (tournament, league) = (bundle.tournaments[0].id.clone(), bundle.leagues[0].id.clone());
    import(&*fixture.log, &fixture.vault, &World, &bundle, &ImportOptions::default(), &mut |_, _| ()).unwrap();
    let account = fixture.open_account("sedzia", &[]);
    let grant = |kind, id: &str| Grant {
        role: Role::MainReferee,
        event: Some(GrantedCompetition { kind, id: CompetitionId::parse(id).unwrap() }),
    };
    let there = grant(CompetitionKind::Tournament, &tournament);
    let done = fixture.commands.grant_role(&metadata(), &account, &there).unwrap();
    assert_eq!(types(&done), ["account.role_granted"]);
    assert_eq!(fixture.commands.grant_role(&metadata(), &account, &there).unwrap().events, []);
    for nowhere in [grant(CompetitionKind::Tournament, &league), grant(CompetitionKind::League, &tournament)] {
        let outcome = fixture.commands.grant_role(&metadata(), &account, &nowhere);
        assert!(matches!(outcome, Err(CommandError::Rejected(account::Rejection::UnknownEvent))), "{outcome:?}");
    }
    fixture.commands.revoke_role(&metadata(), &fixture.known, &account, &there).unwrap();
    let nobody = AccountId::parse("nobody").unwrap();
    assert!(matches!(fixture.commands.enable_account(&metadata(), &nobody), Err(CommandError::NotFound)));
}
