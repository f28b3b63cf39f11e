//! `kostka account`: accounts managed by the operator.

use super::*;

#[test]
fn s9_there_is_no_account_before_the_operator_opens_one() {
    let folder = Folder::new();
    drop(RunningService::start(&folder, &[], &[]));
    assert_eq!(folder.done(&["account", "list"]), "");
    let create = |args: &[&str]| folder.run(&[&["account", "create"], args].concat());
    let output = create(&["--login", "Ewa.W", "--name", "Ewa Wzorowa", "--role", "admin"]);
    let (token, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(token.trim_end().len(), 64, "{token}");
    assert!(said.contains("ewa.w") && said.contains("links/redemption") && !said.contains(token.trim()), "{said}");
    for (args, wanted) in [
        (&["--login", "ewa.w", "--name", "Inna"][..], "Another account"),
        (&["--login", "ł", "--name", "Inna"], "login"),
        (&["--login", "inna", "--name", " "], "name"),
        (&["--login", "inna", "--name", "Inna", "--role", "king"], "main_referee"),
        (&["--login", "inna", "--name", "Inna", "--role", "organiser"], "one event"),
        (&["--login", "inna", "--name", "Inna", "--role", "admin@tournament:t1"], "everywhere"),
        (&["--login", "inna", "--name", "Inna", "--role", "organiser@tournament:t1"], "no such event"),
        (&["--login", "inna", "--name", "Inna", "--role", "organiser@t1"], "organiser@tournament:ID"),
    ] {
        let output = create(args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(wanted), "{args:?}: {said}");
    }
    assert_eq!(folder.done(&["account", "list"]), "ewa.w\tEwa Wzorowa\tadmin\tno password yet\n");
    let again = folder.done(&["account", "link", "EWA.W"]);
    assert_eq!(again.trim_end().len(), 64);
    assert_ne!(again, token);
    // Neither the store nor the log of events knows the token or the name.
    let bytes = fs::read(folder.file("kostka.db")).unwrap();
    for secret in [token.trim(), again.trim(), "Wzorowa", "ewa.w"] {
        assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()), "{secret}");
    }
}

#[test]
fn an_account_makes_no_store_where_there_is_none() {
    let folder = Folder::new();
    let create = ["account", "create", "--login", "ewa", "--name", "Ewa Wzorowa", "--role", "admin"];
    for command in [&create[..], &["account", "list"]] {
        let said = folder.ends(3, command);
        assert!(said.contains("no store kostka.db") && said.contains("kostka serve"), "{said}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
    // A store that was made before anything is recorded in it gets its key, with a word about it.
    folder.done(&["migrate"]);
    let output = folder.run(&create);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains("New master key: kostka.db.key"), "{said}");
}

#[test]
fn the_way_to_set_a_password_is_told_with_the_address_that_is_known() {
    let folder = Folder::new();
    folder.done(&["migrate"]);
    let said = |login: &str, variables: &[(&str, &str)]| {
        let mut command = folder.command();
        command.args(["account", "create", "--login", login, "--name", "Ewa Wzorowa"]);
        let output = command.envs(variables.iter().copied()).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let unknown = said("ewa", &[]);
    assert!(unknown.contains("curl URL/api/v1/links/redemption") && unknown.contains("URL stands for"), "{unknown}");
    let listening = said("jan", &[("KOSTKA_LISTEN", "127.0.0.1:8123")]);
    assert!(listening.contains("curl http://127.0.0.1:8123/api/v1/links"), "{listening}");
    let public = said("ola", &[("KOSTKA_LISTEN", "127.0.0.1:8123"), ("KOSTKA_PUBLIC_URL", "https://ranking.example")]);
    assert!(public.contains("curl https://ranking.example/api/v1/links") && !public.contains("URL stands"), "{public}");
}

#[test]
fn s9_the_first_admin_sets_a_password_once_and_signs_in() {
    let folder = Folder::new();
    let served = RunningService::start(&folder, &[], &[]).ready();
    let url = |path: &str| format!("http://{}/api/v1/{path}", served.address);
    let create = ["account", "create", "--login", "ewa", "--name", "Ewa Wzorowa", "--role", "admin"];
    let first = folder.done(&create).trim().to_owned();
    let password = "siedem zielonych kostek";
    let redeem = |token: &str, password: &str| {
        post(&url("links/redemption"), &[], &json!({"token": token, "password": password})).status
    };
    let sign_in = |password: &str| post(&url("sessions"), &[], &json!({"login": "ewa", "password": password}));
    assert_eq!(sign_in(password).status, 401);
    assert_eq!(redeem(&first, password), 204);
    assert_eq!(redeem(&first, "another long password"), 410);
    let session = sign_in(password);
    assert_eq!(session.status, 201, "{}", session.body);
    let bearer = format!("Bearer {}", session.json()["access_token"].as_str().unwrap());
    let me = || get(&url("me"), &[("Authorization", &bearer)]);
    assert_eq!(me().json()["second_factor_missing"], true);
    assert_eq!(folder.done(&["account", "list"]), "ewa\tEwa Wzorowa\tadmin\t\n");
    // The operator helps out, and ends sessions at once.
    let second = folder.done(&["account", "link", "ewa"]).trim().to_owned();
    assert_eq!(redeem(&second, "osiem czerwonych kostek"), 204);
    assert_eq!((sign_in(password).status, sign_in("osiem czerwonych kostek").status), (401, 201));
    assert_eq!(me().status, 401);
    folder.done(&["account", "create", "--login", "jan", "--name", "Jan Wzorowy", "--role", "admin"]);
    let session = sign_in("osiem czerwonych kostek");
    let bearer = format!("Bearer {}", session.json()["access_token"].as_str().unwrap());
    folder.done(&["account", "disable", "ewa"]);
    assert_eq!(get(&url("me"), &[("Authorization", &bearer)]).status, 401);
    assert_eq!(sign_in("osiem czerwonych kostek").status, 401);
    // What the operator has done is told like everything else.
    folder.done(&["account", "enable", "ewa"]);
    folder.done(&["account", "reset-second-factor", "ewa"]);
    folder.done(&["account", "create", "--login", "ola", "--name", "Ola Wzorowa", "--role", "auditor"]);
    folder.done(&["account", "link", "jan"]);
    let ola = folder.done(&["account", "link", "ola"]).trim().to_owned();
    assert_eq!(redeem(&ola, password), 204);
    let session = post(&url("sessions"), &[], &json!({"login": "ola", "password": password})).json();
    let bearer = format!("Bearer {}", session["access_token"].as_str().unwrap());
    let audit = get(&url("audit?limit=200"), &[("Authorization", &bearer)]).json();
    let lines = audit["items"].as_array().unwrap();
    let told: Vec<&str> = lines
        .iter()
        .filter(|line| line["account"] == "operator" && line["resource"].as_str().unwrap().starts_with("account/"))
        .map(|line| line["operation"].as_str().unwrap().trim_start_matches("kostka account "))
        .collect();
    let done = ["create", "link", "create", "disable", "enable", "reset-second-factor", "create", "link", "link"];
    assert_eq!(told, done);
    let log = served.log.join("\n");
    assert!(!log.contains("kostek") && !log.contains(&first) && !log.contains("Wzorow"), "{log}");
}

#[test]
fn accounts_are_disabled_and_enabled_but_never_the_last_admin() {
    let folder = Folder::new();
    folder.done(&["migrate"]);
    folder.done(&["account", "create", "--login", "ewa", "--name", "Ewa Wzorowa", "--role", "admin"]);
    assert!(folder.ends(2, &["account", "disable", "ewa"]).contains("last admin"));
    assert!(folder.ends(2, &["account", "disable", "jan"]).contains("no account"));
    folder.done(&["account", "create", "--login", "jan", "--name", "Jan Wzorowy", "--role", "admin"]);
    folder.done(&["account", "disable", "ewa"]);
    assert!(folder.done(&["account", "list"]).starts_with("ewa\tEwa Wzorowa\tadmin\tdisabled, no password yet\n"));
    assert!(folder.ends(2, &["account", "link", "ewa"]).contains("disabled"));
    folder.done(&["account", "enable", "ewa"]);
    folder.done(&["account", "reset-second-factor", "ewa"]);
    folder.done(&["account", "link", "ewa"]);
    folder.done(&["doctor"]);
}
