//! Secrets that are never shown: keys, passwords, and texts of clients.

use super::*;

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

    let served = RunningService::start(&folder, &[], &[("KOSTKA_MASTER_KEY", key)]).ready();
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

    let mut served = RunningService::start(&folder, &[], &[]).ready();
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
    drop(RunningService::start(&folder, &[], &[]));
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
    drop(RunningService::start(&folder, &["--key-file", "credentials/master-key"], &[]));
    assert_eq!(ends(0o440, Some(&credentials)), Some(0));
    assert_eq!(ends(0o444, Some(&credentials)), Some(3));
    assert_eq!(ends(0o460, Some(&credentials)), Some(3));
    assert_eq!(ends(0o440, None), Some(3));
    assert_eq!(ends(0o440, Some(folder.file("elsewhere").as_path())), Some(3));
}

#[test]
fn s20_the_log_is_lines_of_json_without_anything_that_somebody_sent() {
    let folder = Folder::with_example();
    let mut served = RunningService::start(&folder, &["--log", "debug"], &[]).ready();
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
