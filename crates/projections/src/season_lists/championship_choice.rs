//! Choice between several voivodeship championships on the same days (R-MW-07).

use crate::views::{LedgerLine, Records};
use domain::event::LedgerEvent;
use domain::qualification::ledger::Target;
use domain::values::ids::{ChampionshipId, PlayerId};
use events::envelope::Position;

/// Whether a player is qualified for a voivodeship championship, by a qualification or a granted wildcard.
pub fn is_qualified_for(records: &Records, championship: &ChampionshipId, player: &PlayerId) -> bool {
    let Some((set, list)) = records.computed().championship(championship) else { return false };
    let Some(key) = set.facts.player_key(player.as_str()) else { return false };
    let ledger = records.ledger(&Target::Mw(championship.clone())).map(|entry| &entry.ledger);
    let wildcard = ledger.and_then(|ledger| ledger.wildcards.get(player));
    list.qualified().any(|(_, granted)| granted.player == key)
        || wildcard.is_some_and(|state| state.granted_by.is_some())
}

/// The championship on the same days that a player has chosen instead of this one. Of choices that contradict each
/// other the one recorded last counts (AMB-83).
pub fn chosen_alternative(records: &Records, here: &ChampionshipId, player: &PlayerId) -> Option<ChampionshipId> {
    let days = records.championship(here)?.days?;
    let others = records.championships().filter(|other| other.id != *here);
    let same_days = others.filter(|other| other.days.is_some_and(|other| other.overlaps(days)));
    let chosen = same_days.filter_map(|other| {
        let instead = chosen_at(records, &other.id, here, player)?;
        let overtaken = chosen_at(records, here, &other.id, player).is_some_and(|back| back > instead);
        (!overtaken && is_qualified_for(records, &other.id, player)).then_some((instead, &other.id))
    });
    chosen.max().map(|(_, id)| id.clone())
}

/// Where in the log a player last chose one championship instead of another.
fn chosen_at(
    records: &Records,
    one: &ChampionshipId,
    instead_of: &ChampionshipId,
    player: &PlayerId,
) -> Option<Position> {
    let entry = records.ledger(&Target::Mw(one.clone()))?;
    let told = |line: &LedgerLine| {
        let LedgerEvent::Chosen(choice) = &line.event else { return false };
        choice.player == *player && choice.instead_of.contains(instead_of)
    };
    entry.history.iter().filter(|line| told(line)).map(|line| line.position).max()
}
