//! Examples of what persons do about qualifications, and of lists that are published.

use super::{commitment, opaque, player, players, rulebook, tournament};
use domain::event::*;
use domain::publication::CALCULATION_VERSION;
use domain::qualification::Source;
use domain::values::digest::Digest;
use domain::values::ids::{AccountId, ChampionshipId, PlayerId};
use domain::values::place::Place;
use formats::list::{CanonicalList, FORMAT, ListHead, ListRow};

fn account(number: u32) -> AccountId {
    AccountId::parse(&format!("4h2j8r5t1w6y9c{number:06}")).unwrap()
}

fn digest(number: u8) -> Digest {
    Digest::of(&[number])
}

fn place(number: u32) -> Place {
    Place::new(number).unwrap()
}

fn of_tournament() -> SeatOrigin {
    SeatOrigin { source: Source::Tournament, event: Some(tournament(1)) }
}

fn of_ranking() -> SeatOrigin {
    SeatOrigin { source: Source::Ranking, event: None }
}

fn grants() -> [LedgerEvent; 5] {
    let granted = |origin, reason: Option<u8>| {
        LedgerEvent::Granted(GrantedSeat {
            origin,
            player: player(1),
            place: place(2),
            proposal: digest(1),
            by: account(1),
            reason: reason.map(commitment),
        })
    };
    let declined = |passed_on, reason: Option<u8>| {
        LedgerEvent::Declined(DeclinedSeat {
            origin: of_tournament(),
            player: player(2),
            place: place(3),
            passed_on,
            by: account(1),
            reason: reason.map(commitment),
        })
    };
    [
        granted(of_tournament(), None),
        granted(of_ranking(), Some(70)),
        declined(false, None),
        declined(true, Some(71)),
        LedgerEvent::DeclineWithdrawn(SeatOfPlayer { origin: of_tournament(), player: player(2), by: account(2) }),
    ]
}

fn reviews() -> [LedgerEvent; 4] {
    let withheld = |reason| SeatsWithheld {
        origin: SeatOrigin { source: Source::GrandPrix, event: Some(tournament(5)) },
        seats: 2,
        by: account(1),
        reason: commitment(reason),
    };
    let reviewed =
        |reason| ReviewedSeat { origin: of_ranking(), player: player(1), by: account(2), reason: commitment(reason) };
    [
        LedgerEvent::Withheld(withheld(72)),
        LedgerEvent::WithholdingWithdrawn(withheld(73)),
        LedgerEvent::Revoked(reviewed(74)),
        LedgerEvent::Upheld(UpheldSeat { seat: reviewed(75), proposal: digest(2) }),
    ]
}

fn wildcards() -> [LedgerEvent; 4] {
    let nominated = |reason: Option<u8>| {
        LedgerEvent::WildcardNominated(NominatedWildcard {
            player: player(9),
            event: tournament(2),
            place: place(11),
            proposal: digest(3),
            by: account(1),
            reason: reason.map(commitment),
        })
    };
    [
        nominated(None),
        nominated(Some(76)),
        LedgerEvent::WildcardGranted { player: player(9), by: account(2) },
        LedgerEvent::WildcardWithdrawn { player: player(9), by: account(1), reason: commitment(77) },
    ]
}

fn choices_and_nominees() -> [LedgerEvent; 5] {
    let championships = |numbers: &[u32]| -> Vec<ChampionshipId> {
        numbers.iter().map(|number| ChampionshipId::parse(&opaque("d4d4", *number)).unwrap()).collect()
    };
    let chosen = |numbers: &[u32]| {
        LedgerEvent::Chosen(MwChoice { player: player(3), instead_of: championships(numbers), by: account(1) })
    };
    let named = |previous: Vec<PlayerId>, reason: Option<u8>| {
        LedgerEvent::NomineeNamed(NomineeRecord {
            player: player(4),
            tournament: tournament(9),
            place: place(1),
            previous,
            proposal: digest(4),
            by: account(1),
            reason: reason.map(commitment),
        })
    };
    [
        chosen(&[1, 2]),
        chosen(&[]),
        named(vec![], None),
        named(players([5]), Some(78)),
        LedgerEvent::NomineeWithdrawn { by: account(2), reason: commitment(79) },
    ]
}

/// What named persons do about the qualifications of a championship.
pub(super) fn ledger() -> Vec<LedgerEvent> {
    let mut all = Vec::new();
    all.extend(grants());
    all.extend(reviews());
    all.extend(wildcards());
    all.extend(choices_and_nominees());
    all
}

fn head(kind: &str, rows: usize) -> ListHead {
    ListHead {
        format: FORMAT.to_owned(),
        list: format!("{kind}:{}", opaque("e5e5", 1)),
        rulebook: rulebook().to_string(),
        calculation: CALCULATION_VERSION,
        rows,
    }
}

/// A ranking, with the results of its points.
fn ranking() -> CanonicalList {
    let row = |number, result: (u32, u32)| ListRow {
        place: Some(number),
        player: Some(player(number).to_string()),
        points: Some(result.1),
        results: vec![(tournament(1).to_string(), result.0, result.1)],
        name: Some(commitment(80).to_string()),
        ..ListRow::default()
    };
    CanonicalList { head: head("ranking", 2), rows: vec![row(1, (1, 100)), row(2, (2, 80))] }
}

/// Qualifications, one of which is open.
fn qualifications() -> CanonicalList {
    let row = |state: Option<&str>| ListRow {
        source: Some(Source::Tournament.to_string()),
        event: Some(tournament(1).to_string()),
        state: state.map(str::to_owned),
        ..ListRow::default()
    };
    let of_player = |number, state| ListRow {
        place: Some(number),
        player: Some(player(number).to_string()),
        name: Some(commitment(81).to_string()),
        ..row(Some(state))
    };
    let from_ranking = ListRow {
        source: Some(Source::Ranking.to_string()),
        event: Some("ranking".to_owned()),
        ..of_player(3, "review")
    };
    let open =
        ListRow { open: Some(1), candidates: players([4, 5]).iter().map(ToString::to_string).collect(), ..row(None) };
    let rows = vec![of_player(1, "granted"), of_player(2, "proposed"), from_ranking, open];
    CanonicalList { head: head("mp", rows.len()), rows }
}

/// What happens to a published list.
pub(super) fn lists() -> [ListEvent; 6] {
    let submitted = |reason: Option<u8>| {
        ListEvent::Submitted(Submission { digest: digest(5), by: account(1), reason: reason.map(commitment) })
    };
    let published = |number, list: CanonicalList, reason: Option<u8>| {
        ListEvent::Published(Edition {
            number,
            digest: Digest::of(list.bytes().as_bytes()),
            canonical: list.bytes(),
            position: 1_000_000,
            root: commitment(82).0,
            rulebook: rulebook(),
            rulebook_position: 3,
            calculation: CALCULATION_VERSION,
            submitted_by: account(1),
            published_by: account(2),
            reason: reason.map(commitment),
        })
    };
    let empty = CanonicalList { head: head("wildcards", 0), rows: vec![] };
    [
        submitted(None),
        submitted(Some(83)),
        ListEvent::SubmissionWithdrawn { by: account(1) },
        published(1, ranking(), None),
        published(2, qualifications(), Some(84)),
        published(3, empty, Some(85)),
    ]
}
