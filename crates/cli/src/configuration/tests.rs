use super::*;
use crate::failure::Failure;
use std::fs;
use std::os::unix::fs::PermissionsExt;

fn args(flags: &[(&str, &str)]) -> ServiceArgs {
    let set = flags.iter().map(|(key, value)| format!("{key}={value}")).collect();
    ServiceArgs { set, ..ServiceArgs::default() }
}

fn load(flags: &[(&str, &str)], variables: &[(&str, &str)], file: Option<&str>) -> Result<Configuration, String> {
    let folder = tempfile::tempdir().unwrap();
    let mut args = args(flags);
    if let Some(text) = file {
        let path = folder.path().join("kostka.toml");
        fs::write(&path, text).unwrap();
        args.config.config = Some(path);
    }
    let variables = variables.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
    Configuration::from_sources(Lang::En, &args, variables).map_err(|failure| match failure {
        Failure::BadInput(lines) => lines.join("\n"),
        other => panic!("{other:?}"),
    })
}

fn refused(flags: &[(&str, &str)], variables: &[(&str, &str)], file: Option<&str>) -> String {
    load(flags, variables, file).err().unwrap()
}

fn key(name: &str) -> &'static Key {
    KEYS.iter().find(|key| key.name == name).unwrap()
}

#[test]
fn flags_win_over_the_environment_which_wins_over_the_file_which_wins_over_the_default() {
    let file = Some("workers = 3\naccess_log = false\n[limits]\nstreams = 7\nrequest_timeout = \"20s\"\n");
    let variables = [("KOSTKA_WORKERS", "4"), ("KOSTKA_LIMITS_STREAMS", "8")];
    let read = load(&[("workers", "5")], &variables, file).unwrap();
    let service = &read.chosen.service;
    assert_eq!((service.workers, service.limits.streams, service.access_log), (5, 8, false));
    assert_eq!(service.limits.request_timeout.as_secs(), 20);
    let origins = ["workers", "limits.streams", "access_log", "listen"].map(|name| read.origin(key(name)));
    assert_eq!(origins, [Origin::Flag, Origin::Environment, Origin::File, Origin::Default]);
}

#[test]
fn an_unknown_key_is_told_with_its_line() {
    for (text, name, line) in [
        ("workers = 3\n\nlisen = \"127.0.0.1:1\"\n", "lisen", 3),
        ("[limits]\nstreams = 1\nstream = 2\n", "limits.stream", 3),
        ("[limit]\nstreams = 1\n", "limit", 1),
        ("\n[limits.streams]\nx = 1\n", "limits.streams", 2),
        ("\"limits.streams\" = 1\nworkers.x = 1\n", "workers", 2),
    ] {
        let said = refused(&[], &[], Some(text));
        assert!(said.contains(name) && said.contains(&format!("line {line}:")), "{text}: {said}");
    }
    let said = refused(&[], &[], Some("workers = 3\nlisten = \n"));
    assert!(said.contains("line 2") && said.contains("not TOML"), "{said}");
    assert!(refused(&[("limits.stream", "1")], &[], None).contains("limits.stream"));
    assert!(refused(&[("store", "x.db")], &[], None).contains("store"), "the store has an option of its own");
}

#[test]
fn an_unknown_variable_is_refused_with_the_one_that_may_be_meant() {
    for (name, meant) in [
        ("KOSTKA_LISTN", "KOSTKA_LISTEN"),
        ("KOSTKA_LIMIT_STREAMS", "KOSTKA_LIMITS_STREAMS"),
        ("KOSTKA_MASTERKEY", "KOSTKA_MASTER_KEY"),
        ("KOSTKA_CONFIGURATION", "KOSTKA_CONFIG"),
        ("KOSTKA_STORES", "KOSTKA_STORE"),
        ("KOSTKA_", "KOSTKA_LOG"),
    ] {
        let said = refused(&[], &[(name, "canary-4711"), ("PATH", "x")], None);
        assert!(said.contains(name) && said.contains(&format!("{meant}?")), "{said}");
        assert!(!said.contains("canary-4711"), "{said}");
    }
    let said = refused(&[], &[("KOSTKA_LISTN", "x"), ("KOSTKA_WORKER", "x")], None);
    assert!(said.contains("KOSTKA_LISTN") && said.contains("KOSTKA_WORKER"), "all are told at once: {said}");
    let of_others = ["KOSTKA_MASTER_KEY", "KOSTKA_TEST_POSTGRES", "KOSTKA_WRITE_GOLDEN", "KOSTKAX", "PATH"];
    load(&[], &of_others.map(|name| (name, "x")), None).unwrap();
}

#[test]
fn a_value_that_is_not_right_is_told_with_its_place_and_what_is_wanted() {
    for (name, value, wanted) in [
        ("listen", "8080", "127.0.0.1:8080"),
        ("listen", "localhost:8080", "127.0.0.1:8080"),
        ("metrics_listen", "on", "off"),
        ("public_url", "ranking.example", "https://"),
        ("public_url", "https://a:b@ranking.example", "https://"),
        ("public_url", "https://ranking.example?x=1", "https://"),
        ("trusted_proxies", "10.0.0.0/33", "10.0.0.0/8"),
        ("workers", "0", "from 1 to 512"),
        ("workers", "-1", "from 1 to 512"),
        ("access_log", "yes", "true or false"),
        ("log", "verbose", "warn"),
        ("log", "info,api", "warn"),
        ("checkpoint_every", "10", "10m"),
        ("sign_in.access_token", "2h", "from 1m to 1h"),
        ("limits.anonymous_per_minute", "4294967297", "to 1000000"),
        ("operator.name", " ", "in one line"),
        ("operator.address", "ul. Wzorcowa 1\nŁódź", "in one line"),
        ("operator.backups_kept_for", "12h", "from 1d"),
        ("accessibility.state", "fine", "partly_compliant"),
        ("accessibility.published", "2026-02-30", "2026-03-14"),
    ] {
        let said = refused(&[(name, value)], &[], None);
        assert!(said.contains(name) && said.contains(wanted), "{name}={value}: {said}");
        let said = refused(&[], &[(&key(name).variable(), value)], None);
        assert!(said.contains(&key(name).variable()) && said.contains(wanted), "{said}");
    }
    let wrong_types = [
        "workers = true",
        "listen = 8080",
        "trusted_proxies = [1]",
        "access_log = 1",
        "log = 1.5",
        "checkpoint_every = 10",
        "operator.name = 1",
        "accessibility.published = 2026-03-14",
    ];
    for text in wrong_types {
        assert!(refused(&[], &[], Some(text)).contains("line 1"), "{text}");
    }
}

#[test]
fn networks_are_lists_in_the_file_and_texts_with_commas_elsewhere() {
    let networks = |read: Configuration| -> Vec<String> {
        read.chosen.service.trusted_proxies.iter().map(ToString::to_string).collect()
    };
    let expected = ["10.0.0.0/8", "192.0.2.7/32", "2001:db8::/32"];
    let file = "trusted_proxies = [\"10.1.2.3/8\", \"192.0.2.7\", \"2001:db8::/32\"]";
    assert_eq!(networks(load(&[], &[], Some(file)).unwrap()), expected);
    let text = "10.0.0.0/8, 192.0.2.7,2001:db8::/32";
    assert_eq!(networks(load(&[], &[("KOSTKA_TRUSTED_PROXIES", text)], None).unwrap()), expected);
    assert!(networks(load(&[("trusted_proxies", "")], &[], Some(file)).unwrap()).is_empty());
}

#[test]
fn plain_http_leaves_this_machine_only_when_asked_for() {
    let check = |flags: &[(&str, &str)]| load(flags, &[], None).unwrap().check_listeners(Lang::En);
    for address in ["127.0.0.1:0", "127.9.9.9:80", "[::1]:80", "[::ffff:127.0.0.1]:80"] {
        assert!(check(&[("listen", address)]).is_ok(), "{address}");
    }
    for address in ["0.0.0.0:80", "192.0.2.7:80", "[::]:80"] {
        for name in ["listen", "metrics_listen"] {
            let said = format!("{:?}", check(&[(name, address)]).unwrap_err());
            assert!(said.contains("--allow-plain-http") && said.contains("passwords"), "{said}");
            assert!(check(&[(name, address), ("allow_plain_http", "true")]).is_ok());
        }
    }
    assert!(check(&[("listen", "127.0.0.1:80"), ("metrics_listen", "127.0.0.1:80")]).is_err());
    assert!(check(&[("listen", "127.0.0.1:0"), ("metrics_listen", "127.0.0.1:0")]).is_ok());
    assert!(check(&[("metrics_listen", "off")]).is_ok());
}

#[test]
fn what_is_shown_can_be_used_again() {
    let flags = [
        ("listen", "[::1]:8081"),
        ("metrics_listen", "127.0.0.1:9180"),
        ("public_url", "https://ranking.example/kostka/"),
        ("trusted_proxies", "10.0.0.0/8"),
        ("log", "info,api=debug"),
        ("sign_in.session", "36h"),
        ("limits.body_bytes", "131072"),
        ("operator.name", "Federacja \"Kostka\""),
        ("operator.backups_kept_for", "35d"),
        ("accessibility.state", "partly_compliant"),
        ("accessibility.reviewed", "2026-03-14"),
    ];
    let shown = |read: &Configuration| {
        let mut out = Vec::new();
        let store = [("store", Some("kostka.db".to_owned())), ("key_file", None), ("outside", None)];
        show(Lang::En, read, &store, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let first = shown(&load(&flags, &[], None).unwrap());
    let second = shown(&load(&[], &[], Some(&first)).unwrap());
    let values = |text: &str| text.parse::<toml::Table>().unwrap();
    assert_eq!(values(&first), values(&second));
    assert!(first.contains("public_url = \"https://ranking.example/kostka\"  # flag"), "{first}");
    assert!(first.contains("session = \"1d12h\"  # flag") && first.contains("workers = 2  # default"), "{first}");
    for lang in [Lang::Pl, Lang::En] {
        let mut out = Vec::new();
        let none = [("store", None), ("key_file", None), ("outside", None)];
        show(lang, &load(&[], &[], None).unwrap(), &none, &mut out).unwrap();
        assert!(!String::from_utf8(out).unwrap().contains('⟨'));
    }
}

#[test]
fn what_the_notices_lack_is_known_until_it_is_given() {
    let missing = |flags: &[(&str, &str)]| load(flags, &[], None).unwrap().missing_in_notices();
    let at_first = missing(&[]);
    assert!(at_first.contains(&"operator.name") && at_first.contains(&"accessibility.building_en"), "{at_first:?}");
    assert!(!at_first.contains(&"operator.data_protection_officer"), "not everybody has one");
    assert!(at_first.iter().all(|name| name.starts_with("operator.") || name.starts_with("accessibility.")));
    let given = at_first.iter().map(|name| match *name {
        "operator.backups_kept_for" => (*name, "35d"),
        "accessibility.state" => (*name, "compliant"),
        day if key(day).set(&mut ConfigValues::default(), &RawValue::Text("x".to_owned())).is_err() => {
            (day, "2026-03-14")
        }
        words => (words, "x"),
    });
    assert_eq!(missing(&given.collect::<Vec<_>>()), Vec::<&str>::new());
    // What is not accessible is owed in both languages as soon as something is not.
    let owes = |flags: &[(&str, &str)]| {
        let missing = missing(flags);
        ["accessibility.exceptions_pl", "accessibility.exceptions_en"].map(|key| missing.contains(&key))
    };
    assert_eq!(owes(&[("accessibility.state", "compliant")]), [false, false]);
    assert_eq!(owes(&[("accessibility.state", "partly_compliant")]), [true, true]);
    assert_eq!(owes(&[("accessibility.exceptions_pl", "Nagrania bez napisów.")]), [false, true]);
}

#[test]
fn s29_a_file_with_a_password_is_refused_if_others_can_read_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kostka.toml");
    fs::write(&path, "store = \"postgres://anna:secret@db/kostka\"\n").unwrap();
    let args = ServiceArgs { config: ConfigArgs { config: Some(path.clone()) }, ..ServiceArgs::default() };
    let load = || Configuration::from_sources(Lang::En, &args, std::iter::empty());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let said = format!("{:?}", load().err().unwrap());
    assert!(said.contains("chmod 600") && !said.contains("secret"), "{said}");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let read = load().unwrap();
    let shown = format!("{:?}", read.store.shown(Lang::En).unwrap());
    assert!(shown.contains("postgres://db") && !shown.contains("secret"), "{shown}");
}

/// A new field does not compile here until it has a key, or a reason to have none.
#[test]
fn every_field_of_the_settings_has_a_key() {
    let api::Settings {
        listen: _,
        metrics_listen: _,
        public_url: _,
        trusted_proxies: _,
        workers: _,
        access_log: _,
        limits,
        sign_in,
        checkpoint_every: _,
        audit_kept_for: _,
        operator,
        accessibility,
    } = api::Settings::default();
    let api::Limits {
        body_bytes: _,
        uri_bytes: _,
        header_bytes: _,
        request_timeout: _,
        anonymous_per_minute: _,
        with_token_per_minute: _,
        account_per_minute: _,
        costly_per_minute: _,
        sign_ins_per_minute: _,
        streams: _,
        streams_per_client: _,
        connections_per_client: _,
        connections: _,
    } = limits;
    let api::SignIn { access_token: _, session: _, link: _, key_rotation: _, admins_need_second_factor: _ } = sign_in;
    let api::Operator { name: _, address: _, contact: _, data_protection_officer: _, hosting: _, backups_kept_for: _ } =
        operator;
    let api::Accessibility {
        state: _,
        published: _,
        updated: _,
        drawn_up: _,
        reviewed: _,
        contact: _,
        exceptions_pl: _,
        exceptions_en: _,
        building_pl: _,
        building_en: _,
    } = accessibility;
    // Five more are of the store and of the command itself.
    assert_eq!(KEYS.len(), 8 + 13 + 5 + 5 + 6 + 10);
}

#[test]
fn the_document_tells_every_key_with_its_variable_and_default() {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/configuration.md");
    let document = fs::read_to_string(document).unwrap();
    let told: Vec<&str> = document.lines().filter(|line| line.starts_with("| `")).collect();
    let chosen = ConfigValues::default();
    let rows: Vec<String> = KEYS
        .iter()
        .map(|key| {
            let default = key.value(&chosen).map_or_else(String::new, |value| format!("`{value}`"));
            format!("| `{}` | `{}` | {default} |", key.name, key.variable())
        })
        .collect();
    for (row, told) in rows.iter().zip(told.iter().copied().chain(std::iter::repeat(""))) {
        assert!(told.starts_with(row.as_str()), "expected {row} …\nfound {told}\nall:\n{}", rows.join("\n"));
    }
    assert_eq!(told.len(), rows.len());
}
