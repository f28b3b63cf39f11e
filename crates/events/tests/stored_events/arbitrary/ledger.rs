//! Arbitrary acts of persons about qualifications, and arbitrary published lists.

use super::{choice, commitment, event_id, place, player, players, rulebook, text};
use domain::event::*;
use domain::values::digest::Digest;
use domain::values::ids::{AccountId, ChampionshipId};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

fn account() -> impl Strategy<Value = AccountId> {
    text().prop_map(|text| AccountId::parse(&text).unwrap())
}

fn digest() -> impl Strategy<Value = Digest> {
    any::<[u8; 32]>().prop_map(Digest)
}

fn reason() -> impl Strategy<Value = Option<Commitment>> {
    option::of(commitment())
}

fn origin() -> impl Strategy<Value = SeatOrigin> {
    (choice(), option::of(event_id())).prop_map(|(source, event)| SeatOrigin { source, event })
}

fn grants() -> impl Strategy<Value = LedgerEvent> {
    let granted = (origin(), player(), place(), digest(), account(), reason());
    let granted = granted.prop_map(|(origin, player, place, proposal, by, reason)| GrantedSeat {
        origin,
        player,
        place,
        proposal,
        by,
        reason,
    });
    let declined = (origin(), player(), place(), any::<bool>(), account(), reason());
    let declined = declined.prop_map(|(origin, player, place, passed_on, by, reason)| DeclinedSeat {
        origin,
        player,
        place,
        passed_on,
        by,
        reason,
    });
    let withdrawn = (origin(), player(), account());
    let withdrawn = withdrawn.prop_map(|(origin, player, by)| SeatOfPlayer { origin, player, by });
    prop_oneof![
        granted.prop_map(LedgerEvent::Granted),
        declined.prop_map(LedgerEvent::Declined),
        withdrawn.prop_map(LedgerEvent::DeclineWithdrawn),
    ]
}

fn reviews() -> impl Strategy<Value = LedgerEvent> {
    let withheld = || {
        let fields = (origin(), any::<u32>(), account(), commitment());
        fields.prop_map(|(origin, seats, by, reason)| SeatsWithheld { origin, seats, by, reason })
    };
    let reviewed = || {
        let fields = (origin(), player(), account(), commitment());
        fields.prop_map(|(origin, player, by, reason)| ReviewedSeat { origin, player, by, reason })
    };
    prop_oneof![
        withheld().prop_map(LedgerEvent::Withheld),
        withheld().prop_map(LedgerEvent::WithholdingWithdrawn),
        reviewed().prop_map(LedgerEvent::Revoked),
        (reviewed(), digest()).prop_map(|(seat, proposal)| LedgerEvent::Upheld(UpheldSeat { seat, proposal })),
    ]
}

fn wildcards() -> impl Strategy<Value = LedgerEvent> {
    let nominated = (player(), event_id(), place(), digest(), account(), reason());
    let nominated = nominated.prop_map(|(player, event, place, proposal, by, reason)| NominatedWildcard {
        player,
        event,
        place,
        proposal,
        by,
        reason,
    });
    prop_oneof![
        nominated.prop_map(LedgerEvent::WildcardNominated),
        (player(), account()).prop_map(|(player, by)| LedgerEvent::WildcardGranted { player, by }),
        (player(), account(), commitment()).prop_map(|(player, by, reason)| LedgerEvent::WildcardWithdrawn {
            player,
            by,
            reason
        }),
    ]
}

fn choices_and_nominees() -> impl Strategy<Value = LedgerEvent> {
    let championships = vec(text().prop_map(|text| ChampionshipId::parse(&text).unwrap()), 0..3);
    let chosen = (player(), championships, account());
    let chosen = chosen.prop_map(|(player, instead_of, by)| MwChoice { player, instead_of, by });
    let named = (player(), event_id(), place(), players(), digest(), account(), reason());
    let named = named.prop_map(|(player, tournament, place, previous, proposal, by, reason)| NomineeRecord {
        player,
        tournament,
        place,
        previous,
        proposal,
        by,
        reason,
    });
    prop_oneof![
        chosen.prop_map(LedgerEvent::Chosen),
        named.prop_map(LedgerEvent::NomineeNamed),
        (account(), commitment()).prop_map(|(by, reason)| LedgerEvent::NomineeWithdrawn { by, reason }),
    ]
}

pub(super) fn ledger_event() -> impl Strategy<Value = LedgerEvent> {
    prop_oneof![grants().boxed(), reviews().boxed(), wildcards().boxed(), choices_and_nominees().boxed(),]
}

pub(super) fn list_event() -> impl Strategy<Value = ListEvent> {
    let submitted = (digest(), account(), reason());
    let submitted = submitted.prop_map(|(digest, by, reason)| Submission { digest, by, reason });
    let content = (any::<u32>(), digest(), any::<String>());
    let computed = (any::<u64>(), any::<[u8; 32]>(), rulebook(), any::<u64>(), any::<u32>());
    let published = (content, computed, account(), account(), reason());
    let published = published.prop_map(|(content, computed, submitted_by, published_by, reason)| {
        let (number, digest, canonical) = content;
        let (position, root, rulebook, rulebook_position, calculation) = computed;
        Edition {
            number,
            digest,
            canonical,
            position,
            root,
            rulebook,
            rulebook_position,
            calculation,
            submitted_by,
            published_by,
            reason,
        }
    });
    prop_oneof![
        submitted.prop_map(ListEvent::Submitted),
        account().prop_map(|by| ListEvent::SubmissionWithdrawn { by }),
        published.prop_map(ListEvent::Published),
    ]
}
