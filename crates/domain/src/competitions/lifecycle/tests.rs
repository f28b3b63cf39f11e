use super::*;
use crate::values::place::Place;

fn player(id: &str) -> PlayerId {
    PlayerId::parse(id).unwrap()
}

fn table(lines: &[(&str, u32)]) -> Vec<PlacedPlayer> {
    let line = |(id, place): &(&str, u32)| PlacedPlayer { player: player(id), place: Place::new(*place).unwrap() };
    lines.iter().map(line).collect()
}

#[test]
fn a_table_has_everybody_once_and_places_that_are_shared_1_2_2_4() {
    assert_eq!(check_table(&table(&[("a", 1), ("c", 2), ("b", 2), ("d", 4)])), Ok(()));
    assert_eq!(check_table(&[]), Err(Rejection::EmptyTable));
    assert_eq!(check_table(&table(&[("a", 1), ("a", 2)])), Err(Rejection::PlayerTwice { player: player("a") }));
    assert_eq!(check_table(&table(&[("a", 1), ("b", 3)])).unwrap_err().code(), "wrong-places");
    let sorted = in_order(&table(&[("c", 2), ("a", 1), ("b", 2)]));
    assert_eq!(sorted, table(&[("a", 1), ("b", 2), ("c", 2)]));
}

#[test]
fn an_event_that_is_over_is_for_admins_only_and_one_that_runs_for_its_organiser_too() {
    assert_eq!(
        (check_opener(CompetitionAuthority::Admin), check_opener(CompetitionAuthority::Organiser)),
        (Ok(()), Err(Rejection::NotAllowed))
    );
    assert_eq!(
        (check_runner(CompetitionAuthority::Organiser), check_runner(CompetitionAuthority::None)),
        (Ok(()), Err(Rejection::NotAllowed))
    );
    assert_eq!(check_corrector(CompetitionAuthority::Organiser), Err(Rejection::ClosedToOrganisers));
    assert_eq!(
        (check_corrector(CompetitionAuthority::None), check_corrector(CompetitionAuthority::Admin)),
        (Err(Rejection::NotAllowed), Ok(()))
    );
}
