//! A real instance for checks from outside: a temporary store with the example season, and an admin who is signed in.
//!
//! Prints one line of JSON with its address and the admin's token, and ends when its standard input does.

use api::testing::Instance;
use domain::event::Role;
use formats::bundle::Bundle;
use projections::season_bundle::{ImportOptions, import};
use serde_json::json;
use std::io::Read;
use std::time::Duration;

const SEASON: &str = include_str!("../../../examples/season-2025.bundle.json");
const DAY: Duration = Duration::from_hours(24);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let instance = Instance::start_with(|settings| {
        // However long the checks take, they are not about tokens that expire.
        settings.sign_in.access_token = DAY;
        settings.limits.sign_ins_per_minute = 1_000_000;
    });
    let bundle: Bundle = serde_json::from_str(SEASON)?;
    let options = ImportOptions { correct: false, reason: None };
    import(&*instance.log, &instance.vault, &*instance.clock, &bundle, &options, &mut |_, _| ())?;
    let authorization = instance.signed_in(Role::Admin);
    let token = authorization.strip_prefix("Bearer ").unwrap_or(&authorization);
    println!("{}", json!({ "url": instance.url(""), "admin": { "token": token } }));
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
    Ok(())
}
