//! Where settings come from, and what they do.

use super::*;

#[test]
fn settings_come_from_flags_then_the_environment_then_the_file() {
    let folder = Folder::new();
    fs::write(
        folder.file("kostka.toml"),
        "listen = \"127.0.0.1:1\"\nworkers = 3\n[limits]\nanonymous_per_minute = 77\n",
    )
    .unwrap();
    let variables = [("KOSTKA_CONFIG", "kostka.toml"), ("KOSTKA_WORKERS", "4")];
    let output = folder.command().args(["config", "show", "--listen", "127.0.0.1:0"]).envs(variables).output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    for line in [
        "listen = \"127.0.0.1:0\"  # flag",
        "workers = 4  # environment",
        "anonymous_per_minute = 77  # file",
        "account_per_minute = 1200  # default",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line} is not in\n{shown}");
    }
    let served = RunningService::start(&folder, &["--listen", "127.0.0.1:0"], &variables);
    let limit = served.get("/problems").headers["ratelimit-policy"].to_str().unwrap().to_owned();
    assert!(limit.contains("q=77"), "{limit}");
}

#[test]
fn settings_that_are_not_right_are_refused_before_anything_is_made() {
    let folder = Folder::new();
    fs::write(folder.file("kostka.toml"), "workers = 3\n\nlimts = 4\n").unwrap();
    let said = folder.ends(2, &["serve", "--config", "kostka.toml"]);
    assert!(said.contains("kostka.toml, line 3") && said.contains("limts"), "{said}");
    let said = folder.ends(2, &["config", "show", "--config", "kostka.toml"]);
    assert!(said.contains("limts"), "{said}");
    let output = folder.command().args(["serve"]).env("KOSTKA_LISTN", "127.0.0.1:0").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("KOSTKA_LISTN") && said.contains("KOSTKA_LISTEN?"), "{said}");
    let said = folder.ends(2, &["serve", "--listen", "0.0.0.0:0"]);
    assert!(said.contains("--allow-plain-http") && said.contains("HTTPS"), "{said}");
    let said = folder.ends(2, &["serve", "--set", "limits.body_bytes=lots"]);
    assert!(said.contains("limits.body_bytes") && said.contains("1024"), "{said}");
    folder.ends(2, &["serve", "--config", "missing.toml"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn an_address_that_is_taken_is_told() {
    let folder = Folder::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let said = folder.ends(2, &["serve", "--listen", &address]);
    assert!(said.contains(&address) && said.contains("somebody else"), "{said}");
}

#[test]
fn s28_metrics_are_told_on_the_private_listener_only() {
    let folder = Folder::new();
    let served = RunningService::start(&folder, &["--metrics-listen", "127.0.0.1:0"], &[]).ready();
    assert_eq!(served.get("/metrics").status, 404);
    let private = served.metrics_address.clone().unwrap();
    let metrics = get(&format!("http://{private}/metrics"), &[]);
    assert_eq!(metrics.status, 200);
    assert!(metrics.body.contains("kostka_log_position 0"), "{}", metrics.body);
    assert!(metrics.body.contains("kostka_http_requests_total"), "{}", metrics.body);
    let without = RunningService::start(&Folder::new(), &[], &[]);
    assert_eq!((without.metrics_address.clone(), without.get("/metrics").status), (None, 404));
}

#[test]
fn s24_only_a_trusted_proxy_says_who_is_calling() {
    let folder = Folder::new();
    let limit = "limits.anonymous_per_minute=5";
    let left = |served: &RunningService, forwarded: &str| {
        let reply = served.get_with("/problems", &[("X-Forwarded-For", forwarded)]);
        (reply.status, reply.headers["ratelimit"].to_str().unwrap().to_owned())
    };
    // Nobody is trusted: whoever claims to be somebody else each time is limited like everybody.
    let served = RunningService::start(&folder, &["--set", limit], &[]);
    let statuses: Vec<u16> = (1..=8).map(|n| left(&served, &format!("198.51.100.{n}")).0).collect();
    assert!(statuses.contains(&200) && statuses.last() == Some(&429), "{statuses:?}");
    drop(served);
    // The proxy is trusted: the last hop before it counts, not what was claimed before.
    let served = RunningService::start(&folder, &["--set", limit, "--trusted-proxies", "127.0.0.0/8"], &[]);
    let statuses: Vec<u16> = (1..=8).map(|n| left(&served, &format!("198.51.100.{n}")).0).collect();
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    let statuses: Vec<u16> = (1..=8).map(|n| left(&served, &format!("192.0.2.{n}, 203.0.113.9")).0).collect();
    assert_eq!(statuses.last(), Some(&429), "{statuses:?}");
}

#[test]
fn the_log_of_requests_can_be_left_out() {
    let folder = Folder::new();
    let mut served = RunningService::start(&folder, &["--access-log", "false"], &[]).ready();
    served.terminate();
    assert!(log_lines(&served).iter().all(|line| line["message"] != "request"));
}
