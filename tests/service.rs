//! The service as an operator runs it: the real binary, its settings, its log, its signals, its accounts.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, prlimit};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::Duration;
use support::service::{Served, get, post};
use support::store::Folder;

fn log_lines(served: &Served) -> Vec<Value> {
    served.log.iter().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

#[test]
fn a_store_is_made_on_the_way_and_the_log_says_what_to_do_next() {
    let folder = Folder::new();
    let mut served = Served::start(&folder, &[], &[]).ready();
    assert_eq!(served.get("/healthz").body, "ok\n");
    let ready = served.get("/readyz").json();
    assert_eq!((&ready["ready"], &ready["log_position"]), (&json!(true), &json!(0)));
    for file in ["kostka.db", "kostka.db.key"] {
        assert!(folder.file(file).exists(), "{file}");
    }
    let (status, _) = served.terminate();
    assert!(status.success(), "{status}");
    let said = served.log.join("\n");
    assert!(said.contains("kostka account create") && said.contains("kostka.db.key"), "{said}");
    let messages: Vec<Value> = log_lines(&served).into_iter().map(|line| line["message"].clone()).collect();
    assert_eq!(messages.last().unwrap(), "ended", "{messages:?}");
}

#[test]
fn what_is_recorded_elsewhere_meanwhile_is_served() {
    let folder = Folder::with_example();
    let served = Served::start(&folder, &[], &[]).ready();
    let before = served.get("/readyz").json()["position"].as_u64().unwrap();
    assert!(before > 100);
    folder.done(&["account", "create", "--login", "ewa", "--name", "Ewa Wzorowa", "--role", "admin"]);
    let deadline = std::time::Instant::now() + Duration::from_secs(30);
    while served.get("/readyz").json()["position"].as_u64().unwrap() != before + 2 {
        assert!(std::time::Instant::now() < deadline);
    }
}

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
    let served = Served::start(&folder, &["--listen", "127.0.0.1:0"], &variables);
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
fn s29_no_secret_is_shown_or_taken_from_the_command_line() {
    let folder = Folder::new();
    let said = folder.ends(2, &["serve", "--store", "postgres://anna:canary-7361@localhost/kostka"]);
    assert!(said.contains("KOSTKA_STORE") && !said.contains("canary-7361"), "{said}");
    let key = "kostka-master-key-1:c2VjcmV0LWNhbmFyeS1mb3ItdGhlLXRlc3RzLTAwMDE=";
    let mut command = folder.command();
    command.args(["config", "show"]);
    command.env("KOSTKA_STORE", "postgres://anna:canary-7361@localhost/kostka").env("KOSTKA_MASTER_KEY", key);
    let output = command.output().unwrap();
    assert!(output.status.success());
    let shown = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(shown.contains("postgres://localhost") && shown.contains("KOSTKA_MASTER_KEY"), "{shown}");
    assert!(!shown.contains("canary-7361") && !shown.contains("c2VjcmV0LWNh"), "{shown}");

    let served = Served::start(&folder, &[], &[("KOSTKA_MASTER_KEY", key)]).ready();
    let command_line = fs::read(format!("/proc/{}/cmdline", served.pid())).unwrap();
    assert!(!String::from_utf8_lossy(&command_line).contains("c2VjcmV0LWNh"));
    for path in ["/api/openapi.json", "/api/openapi-3.0.json", "/readyz"] {
        assert!(!served.get(path).body.contains("c2VjcmV0LWNh"));
    }
    assert!(!served.log.join("\n").contains("c2VjcmV0LWNh"));
}

#[test]
fn s29_the_memory_is_in_no_core_dump_and_not_for_others() {
    let folder = Folder::new();
    let most = getrlimit(Resource::Core).maximum;
    let abort = |pid: u32| {
        let pid = Pid::from_raw(pid.try_into().unwrap());
        prlimit(pid, Resource::Core, Rlimit { current: most, maximum: most }).unwrap();
        kill_process(pid.unwrap(), Signal::ABORT).unwrap();
    };
    // Whether the system writes core dumps at all is seen from a process that does not mind.
    let mut other = Command::new("sleep").arg("600").current_dir(folder.path()).spawn().unwrap();
    abort(other.id());
    let of_others = other.wait().unwrap().core_dumped();

    let mut served = Served::start(&folder, &[], &[]).ready();
    let mut demo = Demo::start(&folder);
    for pid in [served.pid(), demo.child.id()] {
        let owner = fs::metadata(format!("/proc/{pid}/environ")).unwrap().uid();
        assert_eq!(owner, 0, "the files of the process belong to root");
        abort(pid);
    }
    for status in [served.wait(), demo.child.wait().unwrap()] {
        assert_eq!(status.signal(), Some(Signal::ABORT.as_raw()));
        assert!(!status.core_dumped(), "as it is of others: {of_others}");
    }
}

#[test]
fn s29_a_key_that_everybody_can_read_is_refused() {
    let folder = Folder::new();
    drop(Served::start(&folder, &[], &[]));
    fs::set_permissions(folder.file("kostka.db.key"), fs::Permissions::from_mode(0o644)).unwrap();
    let said = folder.ends(3, &["serve", "--listen", "127.0.0.1:0"]);
    assert!(said.contains("kostka.db.key") && said.contains("0644"), "{said}");
}

#[test]
fn a_credential_of_systemd_is_taken_though_its_list_of_readers_shows_as_a_group() {
    let folder = Folder::new();
    fs::create_dir(folder.file("credentials")).unwrap();
    let key = folder.file("credentials/master-key");
    fs::write(&key, "kostka-master-key-1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n").unwrap();
    fs::set_permissions(&key, fs::Permissions::from_mode(0o400)).unwrap();
    let credentials = folder.file("credentials");
    let ends = |mode: u32, credentials: Option<&std::path::Path>| {
        fs::set_permissions(&key, fs::Permissions::from_mode(mode)).unwrap();
        let mut command = folder.command();
        command.args(["account", "list", "--key-file"]).arg(&key).env_remove("CREDENTIALS_DIRECTORY");
        command.envs(credentials.map(|folder| ("CREDENTIALS_DIRECTORY", folder)));
        command.output().unwrap().status.code()
    };
    drop(Served::start(&folder, &["--key-file", "credentials/master-key"], &[]));
    assert_eq!(ends(0o440, Some(&credentials)), Some(0));
    assert_eq!(ends(0o444, Some(&credentials)), Some(3));
    assert_eq!(ends(0o460, Some(&credentials)), Some(3));
    assert_eq!(ends(0o440, None), Some(3));
    assert_eq!(ends(0o440, Some(folder.file("elsewhere").as_path())), Some(3));
}

#[test]
fn s28_metrics_are_told_on_the_private_listener_only() {
    let folder = Folder::new();
    let served = Served::start(&folder, &["--metrics-listen", "127.0.0.1:0"], &[]).ready();
    assert_eq!(served.get("/metrics").status, 404);
    let private = served.metrics_address.clone().unwrap();
    let metrics = get(&format!("http://{private}/metrics"), &[]);
    assert_eq!(metrics.status, 200);
    assert!(metrics.body.contains("kostka_log_position 0"), "{}", metrics.body);
    assert!(metrics.body.contains("kostka_http_requests_total"), "{}", metrics.body);
    let without = Served::start(&Folder::new(), &[], &[]);
    assert_eq!((without.metrics_address.clone(), without.get("/metrics").status), (None, 404));
}

#[test]
fn s24_only_a_trusted_proxy_says_who_is_calling() {
    let folder = Folder::new();
    let limit = "limits.anonymous_per_minute=5";
    let left = |served: &Served, forwarded: &str| {
        let reply = served.get_with("/problems", &[("X-Forwarded-For", forwarded)]);
        (reply.status, reply.headers["ratelimit"].to_str().unwrap().to_owned())
    };
    // Nobody is trusted: whoever claims to be somebody else each time is limited like everybody.
    let served = Served::start(&folder, &["--set", limit], &[]);
    let statuses: Vec<u16> = (1..=8).map(|n| left(&served, &format!("198.51.100.{n}")).0).collect();
    assert!(statuses.contains(&200) && statuses.last() == Some(&429), "{statuses:?}");
    drop(served);
    // The proxy is trusted: the last hop before it counts, not what was claimed before.
    let served = Served::start(&folder, &["--set", limit, "--trusted-proxies", "127.0.0.0/8"], &[]);
    let statuses: Vec<u16> = (1..=8).map(|n| left(&served, &format!("198.51.100.{n}")).0).collect();
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    let statuses: Vec<u16> = (1..=8).map(|n| left(&served, &format!("192.0.2.{n}, 203.0.113.9")).0).collect();
    assert_eq!(statuses.last(), Some(&429), "{statuses:?}");
}

/// Sends bytes as they are; what comes back.
fn raw(address: &str, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request).unwrap();
    let mut answer = Vec::new();
    // An answer without an end of the connection would be waited for too long.
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn s20_the_log_is_lines_of_json_without_anything_that_somebody_sent() {
    let folder = Folder::with_example();
    let mut served = Served::start(&folder, &["--log", "debug"], &[]).ready();
    let canary = "CANARY-5521";
    let tricks = format!("{canary}%0d%0a%1b%5b31m%e2%80%ae");
    for path in [
        format!("/{tricks}"),
        format!("/problems/{tricks}"),
        format!("/api/v1/players?q={tricks}"),
        format!("/api/v1/players/{tricks}"),
        format!("/healthz?token={tricks}"),
    ] {
        let answer = raw(
            &served.address,
            format!(
                "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nUser-Agent: {canary}\r\n\
                 Authorization: Bearer {canary}\r\nX-Forwarded-For: {canary}\r\nReferer: {canary}\r\n\r\n"
            )
            .as_bytes(),
        );
        assert!(answer.starts_with("HTTP/1.1 "), "{answer}");
    }
    let url = format!("http://{}/api/v1/sessions", served.address);
    post(&url, &[], &json!({"login": canary, "password": canary}));
    // A line end inside of the method, and a head that never was one.
    raw(&served.address, format!("{canary}\r\n\r\n").as_bytes());
    raw(&served.address, format!("GET / HTTP/1.1\r\nHost: x\r\nUser-Agent: {canary}\x1b[31m\r\n\r\n").as_bytes());
    let (status, _) = served.terminate();
    assert!(status.success());
    let lines = log_lines(&served);
    let requests = lines.iter().filter(|line| line["message"] == "request").count();
    assert!(requests >= 6, "{lines:#?}");
    for line in &served.log {
        assert!(!line.contains(canary), "{line}");
        assert!(!line.contains(|c: char| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c)), "{line:?}");
    }
    for line in lines {
        assert!(line["timestamp"].is_string() && line["level"].is_string() && line["message"].is_string(), "{line}");
    }
}

#[test]
fn the_log_of_requests_can_be_left_out() {
    let folder = Folder::new();
    let mut served = Served::start(&folder, &["--access-log", "false"], &[]).ready();
    served.terminate();
    assert!(log_lines(&served).iter().all(|line| line["message"] != "request"));
}

#[test]
fn a_signal_ends_the_service_in_two_seconds_with_everything_signed() {
    for signal in [Signal::TERM, Signal::INT] {
        let folder = Folder::new();
        let mut served = Served::start(&folder, &["--set", "checkpoint_every=1d"], &[]).ready();
        let mut idle: Vec<TcpStream> = (0..50).map(|_| TcpStream::connect(&served.address).unwrap()).collect();
        for stream in &mut idle[..25] {
            stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
            let mut answer = [0; 12];
            stream.read_exact(&mut answer).unwrap();
            assert_eq!(&answer, b"HTTP/1.1 200");
        }
        folder.done(&["account", "create", "--login", "ewa", "--name", "Ewa Wzorowa", "--role", "admin"]);
        let watchers: Vec<BufReader<TcpStream>> = (0..50).map(|_| watch(&served.address)).collect();
        let started = std::time::Instant::now();
        // Some supervisors signal the process and then its group.
        served.signal(signal);
        served.signal(signal);
        let status = served.wait();
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
        assert!(status.success(), "{status}");
        let checkpoint = fs::read_to_string(folder.file("kostka.db.checkpoint")).unwrap();
        assert_eq!(checkpoint.lines().nth(1), Some("2"), "{checkpoint}");
        for mut watcher in watchers {
            let mut rest = String::new();
            watcher.read_to_string(&mut rest).unwrap();
            assert!(rest.ends_with("0\r\n\r\n"), "a stream ends as a whole answer: {rest:?}");
        }
        folder.done(&["doctor"]);
    }
}

/// Opens the public stream of events, and reads until it has begun.
fn watch(address: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET /api/v1/feed HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n").unwrap();
    let mut answer = BufReader::new(stream);
    let mut line = String::new();
    answer.read_line(&mut line).unwrap();
    assert!(line.starts_with("HTTP/1.1 200"), "{line}");
    while line != "\r\n" {
        line.clear();
        answer.read_line(&mut line).unwrap();
    }
    answer
}

#[test]
fn a_second_signal_ends_the_service_at_once() {
    let folder = Folder::new();
    let mut served = Served::start(&folder, &[], &[]).ready();
    // A request whose body never comes is waited for.
    let mut slow = TcpStream::connect(&served.address).unwrap();
    slow.write_all(
        b"POST /api/v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
    )
    .unwrap();
    served.get("/healthz");
    served.signal(Signal::TERM);
    served.wait_for_line(|line| line["message"] == "asked to end");
    // The same signal twice at once is one; whoever insists a little later is heard.
    while served.is_running() {
        served.signal(Signal::TERM);
        std::thread::yield_now();
    }
    assert_eq!(served.wait().code(), Some(130));
    folder.done(&["doctor"]);
}

#[test]
fn a_store_is_not_served_with_the_key_of_another() {
    let (folder, other) = (Folder::new(), Folder::new());
    for folder in [&folder, &other] {
        folder.done(&["migrate"]);
        folder.done(&["account", "create", "--login", "ewa", "--name", "Ewa Wzorowa", "--role", "admin"]);
    }
    fs::copy(other.file("kostka.db.key"), folder.file("kostka.db.key")).unwrap();
    let said = folder.ends(3, &["serve", "--listen", "127.0.0.1:0"]);
    assert!(said.contains("--key-file") && !said.contains("listening"), "{said}");
}

#[test]
fn a_store_that_was_set_back_is_served_but_not_ready() {
    let folder = Folder::new();
    folder.done(&["migrate"]);
    folder.done(&["account", "create", "--login", "ewa", "--name", "Ewa Wzorowa", "--role", "admin"]);
    folder.done(&["backup", "old.db"]);
    folder.done(&["account", "create", "--login", "jan", "--name", "Jan Wzorowy"]);
    for file in ["kostka.db", "kostka.db-wal", "kostka.db-shm"] {
        let _ = fs::remove_file(folder.file(file));
    }
    fs::rename(folder.file("old.db"), folder.file("kostka.db")).unwrap();
    let mut served = Served::start(&folder, &[], &[]);
    let deadline = std::time::Instant::now() + Duration::from_secs(30);
    while served.get("/readyz").json()["caught_up"] != true {
        assert!(std::time::Instant::now() < deadline);
    }
    let reply = served.get("/readyz");
    assert_eq!(reply.status, 503);
    let ready = reply.json();
    assert_eq!((&ready["log_readable"], &ready["log_writable"]), (&json!(true), &json!(false)), "{ready}");
    assert_eq!(ready["reasons"][0]["code"], "log-read-only", "{ready}");
    assert_eq!(served.get("/healthz").status, 200);
    let (status, _) = served.terminate();
    assert!(status.success());
    assert!(served.log.iter().any(|line| line.contains("read-only")), "{:?}", served.log);
    assert_eq!(fs::read_to_string(folder.file("kostka.db.checkpoint")).unwrap().lines().nth(1), Some("3"));
}

#[test]
fn s9_there_is_no_account_before_the_operator_opens_one() {
    let folder = Folder::new();
    drop(Served::start(&folder, &[], &[]));
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
    let served = Served::start(&folder, &[], &[]).ready();
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
    // Whoever has the store in hands helps out, and ends sessions at once.
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

/// The demo, and the lines that it has printed until it has told everything.
struct Demo {
    child: std::process::Child,
    said: Vec<String>,
}

impl Demo {
    fn start(folder: &Folder) -> Self {
        Self::start_with(folder, &["--port", "0"])
    }

    fn start_with(folder: &Folder, args: &[&str]) -> Self {
        let mut command = folder.command();
        command.arg("demo").args(args).env("TMPDIR", folder.path());
        // Whatever is set for a real store must not touch the demo, nor the demo it.
        command.env("KOSTKA_STORE", "real.db").env("KOSTKA_KEY_FILE", "real.key");
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut said = Vec::new();
        for line in lines.map_while(Result::ok) {
            let last = line.contains("Ctrl+C");
            said.push(line);
            if last {
                break;
            }
        }
        Self { child, said }
    }

    fn url(&self) -> &str {
        let line = self.said.first().unwrap_or_else(|| panic!("the demo said nothing"));
        &line[line.find("http://").unwrap()..]
    }

    /// The header of somebody who has signed in.
    fn bearer(&self, login: &str, password: &str) -> String {
        let session =
            post(&format!("{}/api/v1/sessions", self.url()), &[], &json!({"login": login, "password": password}));
        assert_eq!(session.status, 201, "{}", session.body);
        format!("Bearer {}", session.json()["access_token"].as_str().unwrap())
    }

    /// Login and password of whoever has a role.
    fn account(&self, role: &str) -> (String, String) {
        let line = self.said.iter().find(|line| line.trim_start().starts_with(role)).unwrap();
        let mut words = line.split_whitespace().map(str::to_owned);
        (words.next().unwrap(), words.next().unwrap())
    }
}

#[test]
fn the_demo_says_so_when_it_takes_another_port() {
    let folder = Folder::new();
    // Whether this test holds the port or somebody else does: it is taken.
    let _taken = std::net::TcpListener::bind("127.0.0.1:8080");
    let mut demo = Demo::start_with(&folder, &[]);
    assert!(!demo.url().ends_with(":8080"), "{}", demo.url());
    assert!(demo.said[1].contains("Port 8080 is taken"), "{:?}", demo.said);
    assert_eq!(get(&format!("{}/healthz", demo.url()), &[]).status, 200);
    kill_process(Pid::from_child(&demo.child), Signal::INT).unwrap();
    assert!(demo.child.wait().unwrap().success());
}

#[test]
fn the_demo_serves_a_season_and_leaves_nothing_behind() {
    let folder = Folder::new();
    let mut demo = Demo::start(&folder);
    let ready = format!("{}/readyz", demo.url());
    let deadline = std::time::Instant::now() + Duration::from_mins(1);
    while get(&ready, &[]).status != 200 {
        assert!(std::time::Instant::now() < deadline);
    }
    assert!(get(&ready, &[]).json()["position"].as_u64().unwrap() > 100);
    for role in ["admin", "organiser", "referee", "auditor"] {
        let (login, password) = demo.account(role);
        let me = get(&format!("{}/api/v1/me", demo.url()), &[("Authorization", &demo.bearer(&login, &password))]);
        assert_eq!(me.status, 200, "{}", me.body);
        assert_eq!((&me.json()["login"], &me.json()["grants"][0]["role"]), (&json!(login), &json!(role)));
    }
    // What the README shows: register a player, read her back, see the event and its proof.
    let advice = demo.said.iter().position(|line| line.contains("/api/v1/log/events")).unwrap() - 1;
    assert!(demo.said[advice].contains("from its beginning"), "{}", demo.said[advice]);
    let (login, password) = demo.account("admin");
    let bearer = demo.bearer(&login, &password);
    let headers = [("Authorization", bearer.as_str()), ("Idempotency-Key", "the-first")];
    let player = json!({"first_name": "Łucja", "surname": "Przykładowa", "city": "Łódź", "voivodeship": "łódzkie"});
    let receipt = post(&format!("{}/api/v1/players", demo.url()), &headers, &player);
    assert_eq!(receipt.status, 201, "{}", receipt.body);
    let position = receipt.json()["position"].as_u64().unwrap();
    let found = get(&format!("{}/api/v1/players?q=lucja+przykladowa&wait_for={position}", demo.url()), &[]).json();
    assert_eq!(found["items"][0]["surname"], "Przykładowa", "{found}");
    let page = get(&format!("{}/api/v1/log/events", demo.url()), &headers[..1]).json();
    assert_eq!(page["items"][0]["position"], 1, "{page}");
    let page = get(&format!("{}/api/v1/log/events?after=100", demo.url()), &headers[..1]).json();
    assert_eq!(page["items"][0]["position"], 101, "{page}");
    let event = get(&format!("{}/api/v1/log/events/{position}", demo.url()), &headers[..1]).json();
    assert_eq!(event["type"], "player.registered", "{event}");
    assert!(!event["payload"].to_string().contains("Przykładowa"), "{event}");
    let proof = get(&format!("{}/api/v1/log/events/{position}/proof", demo.url()), &headers[..1]).json();
    assert_eq!(proof["leaf"], event["leaf"], "{proof}");
    kill_process(Pid::from_child(&demo.child), Signal::INT).unwrap();
    assert!(demo.child.wait().unwrap().success());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
