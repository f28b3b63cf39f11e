//! A real instance for checks from outside: a temporary store with the example season, and an admin with a password and a token.
//!
//! Prints one line of JSON with its address and who the admin is, and ends when its standard input does.

use api::testing::Instance;
use domain::event::{Grant, Role};
use formats::bundle::Bundle;
use projections::season_bundle::{ImportOptions, import};
use serde_json::json;
use std::io::Read;
use std::time::Duration;

const SEASON: &str = include_str!("../../../examples/season-2025.bundle.json");
const PASSWORD: &str = "tygrysy lubią pączki";
const DAY: Duration = Duration::from_hours(24);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let instance = Instance::start_with(|settings| {
        // However long the checks take, they are not about tokens that expire.
        settings.sign_in.access_token = DAY;
        settings.sign_in.admins_need_second_factor = false;
        settings.limits.sign_ins_per_minute = 1_000_000;
    });
    let bundle: Bundle = serde_json::from_str(SEASON)?;
    let options = ImportOptions { correct: false, reason: None };
    import(&*instance.log, &instance.vault, &*instance.clock, &bundle, &options, &mut |_, _| ())?;
    let admin = || {
        let member = instance.member("admin", &[Grant { role: Role::Admin, event: None }]);
        instance.set_password(&member.account, PASSWORD);
        let reply = instance.send_json(
            "POST",
            "/api/v1/sessions",
            &[],
            &json!({ "login": member.login, "password": PASSWORD }),
        );
        json!({ "login": member.login, "password": PASSWORD, "token": reply.json()["access_token"] })
    };
    // There are two, so that neither is the last, which could not be disabled.
    let (admin, _) = (admin(), admin());
    println!("{}", json!({ "url": instance.url(""), "admin": admin }));
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
    Ok(())
}
