//! What chance seldom brings about, brought about on purpose.

use crate::coverage::Coverage;
use crate::people::{admin, everybody};
use crate::run;
use crate::world::{World, adult, commitment, player};
use domain::course::{Order, Stage};

/// A tournament that is approved, with its format.
fn approved(coverage: &mut Coverage) -> World {
    // Any seed whose run is played here by a custom format; the plan is replaced.
    let mut world =
        (1..).map(World::new).find(|world| world.class == domain::class::TournamentClass::Ordinary).unwrap();
    world.variant = domain::variant::Variant::Standard;
    world.rulebook.overrides.truncate(2);
    world.plan.rounds = vec![1];
    (world.plan.top, world.plan.final_games, world.plan.second_entry) = (None, None, false);
    let apply = Order::Apply(Box::new(world.application()));
    let approve = Order::Approve {
        class: world.class,
        rulebook_id: domain::ids::RulebookId::parse("season").unwrap(),
        rulebook: world.rulebook.clone(),
        seed: world.seed.commitment(),
    };
    let format = Order::ChooseFormat(world.plan.clone());
    for order in [apply, approve, format] {
        run::ask(&mut world, &everybody(), &order, coverage).unwrap();
    }
    world
}

/// More players, and more disputes, than one tournament can have.
pub(crate) fn too_many(coverage: &mut Coverage) {
    let mut world = approved(coverage);
    let all: Vec<_> = (0..2001).map(|number| adult(player(number))).collect();
    let refused = run::ask(&mut world, &admin(), &Order::Register { registrations: all }, coverage);
    assert_eq!(refused.unwrap_err().code(), "too-many-players");

    let players: Vec<_> = (0..4).map(player).collect();
    let stage = Stage::Round(1);
    for order in [
        Order::Register { registrations: players.iter().cloned().map(adult).collect() },
        Order::CheckIn { players },
        Order::Draw { stage, seed: world.seed.clone(), reason: None },
        Order::StartStage { stage },
    ] {
        run::ask(&mut world, &everybody(), &order, coverage).unwrap();
    }
    let dispute = Order::OpenDispute { stage, table: 1, game: None, matter: commitment(5) };
    for _ in 0..1000 {
        let events = world.decide(&admin(), &dispute).unwrap();
        world.take_in(events);
    }
    let refused = run::ask(&mut world, &admin(), &dispute, coverage);
    assert_eq!(refused.unwrap_err().code(), "too-many");
}
