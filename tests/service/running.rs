//! From the start to the signal that ends it.

use super::*;

#[test]
fn a_store_is_made_on_the_way_and_the_log_says_what_to_do_next() {
    let folder = Folder::new();
    let mut served = RunningService::start(&folder, &[], &[]).ready();
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
    let served = RunningService::start(&folder, &[], &[]).ready();
    let before = served.get("/readyz").json()["position"].as_u64().unwrap();
    assert!(before > 100);
    folder.done(&["account", "create", "--login", "ewa", "--name", "Ewa Wzorowa", "--role", "admin"]);
    let deadline = std::time::Instant::now() + Duration::from_secs(30);
    while served.get("/readyz").json()["position"].as_u64().unwrap() != before + 2 {
        assert!(std::time::Instant::now() < deadline);
    }
}

#[test]
fn a_signal_ends_the_service_in_two_seconds_with_everything_signed() {
    for signal in [Signal::TERM, Signal::INT] {
        let folder = Folder::new();
        let mut served = RunningService::start(&folder, &["--set", "checkpoint_every=1d"], &[]).ready();
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

#[test]
fn a_second_signal_ends_the_service_at_once() {
    let folder = Folder::new();
    let mut served = RunningService::start(&folder, &[], &[]).ready();
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
    let mut served = RunningService::start(&folder, &[], &[]);
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
