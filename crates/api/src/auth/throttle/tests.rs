use super::*;

const HOME: [u8; 4] = [192, 0, 2, 1];

struct Door {
    throttle: Throttle,
    now: Timestamp,
}

impl Door {
    fn new() -> Self {
        Self { throttle: Throttle::new(1_000), now: Timestamp(1_000_000_000_000) }
    }

    fn pass(&mut self, time: Duration) {
        self.now = self.now.plus(time);
    }

    fn try_with(&self, login: &str, from: [u8; 4], right: bool) -> bool {
        match self.throttle.begin(Guess::Password(login), from.into(), self.now, false) {
            Ok(attempt) => {
                if right {
                    attempt.succeeded(self.now);
                }
                true
            }
            Err(_) => false,
        }
    }

    fn guess(&self, login: &str, from: [u8; 4]) -> bool {
        self.try_with(login, from, false)
    }
}

#[test]
fn s7_each_wait_is_longer_than_the_one_before_up_to_a_limit() {
    let mut door = Door::new();
    for _ in 0..5 {
        assert!(door.guess("zofia", HOME));
    }
    let mut waits = Vec::new();
    for _ in 0..14 {
        let mut waited = 0;
        while !door.guess("zofia", HOME) {
            door.pass(Duration::from_secs(1));
            waited += 1;
        }
        waits.push(waited);
    }
    assert_eq!(waits[..5], [1, 2, 4, 8, 16]);
    assert_eq!(waits[13], 15 * 60);
}

#[test]
fn s7_a_login_that_does_not_exist_is_slowed_down_like_one_that_does() {
    let door = Door::new();
    // The throttle is not told which of them exists.
    let tries = |login: &str| (0..20).filter(|_| door.guess(login, HOME)).count();
    assert_eq!(tries("zofia"), tries("nobody"));
}

/// Somebody with two hundred addresses in fifty networks who never stops.
struct Attacker {
    sent: u32,
    let_through: u32,
}

impl Attacker {
    /// Guesses so often, twenty times a second.
    fn go_on(&mut self, door: &mut Door, login: &str, times: u32) {
        for _ in 0..times {
            let from = [10, 7, (self.sent % 50) as u8, (self.sent / 50 % 4) as u8];
            self.let_through += u32::from(door.guess(login, from));
            self.sent += 1;
            door.pass(Duration::from_millis(50));
        }
    }
}

#[test]
fn s7_a_victim_gets_in_from_any_address_while_others_go_on_guessing_at_her_login() {
    let mut door = Door::new();
    let mut attacker = Attacker { sent: 0, let_through: 0 };
    attacker.go_on(&mut door, "zofia", 10_000);
    for place in 0..30 {
        attacker.go_on(&mut door, "zofia", 100);
        let stranger = [203, 0, 113, place];
        assert!(door.guess("zofia", stranger), "a slip at {place}");
        assert!(door.try_with("zofia", stranger, true), "she gets in at {place}");
    }
    attacker.go_on(&mut door, "zofia", 100);
    assert!(door.try_with("zofia", [203, 0, 113, 5], true), "where she was before she is let in anyway");
    assert!(door.try_with("jan", [10, 7, 0, 0], true), "and nobody else is held up");
}

#[test]
fn s7_whoever_goes_on_guessing_with_few_or_many_addresses_is_let_through_at_a_bounded_rate() {
    let mut door = Door::new();
    let mut attacker = Attacker { sent: 0, let_through: 0 };
    let hour = 20 * 3_600;
    attacker.go_on(&mut door, "zofia", hour);
    assert!(attacker.let_through < 30 + 200 * TRIES_OF_STRANGER + 70, "{}", attacker.let_through);

    let mut door = Door { throttle: Throttle::new(u32::MAX), ..Door::new() };
    let mut let_through = 0;
    for number in 0..60_000_u32 {
        let [_, a, b, c] = number.to_be_bytes();
        let_through += u32::from(door.guess("zofia", [a + 11, b, c, 1]));
        door.pass(Duration::from_millis(60));
    }
    assert!(let_through <= 30 + TRIES_OF_STRANGERS + 70, "sixty thousand networks in an hour: {let_through}");
}

#[test]
fn s7_one_network_does_not_use_up_the_tries_of_all() {
    let mut door = Door { throttle: Throttle::new(u32::MAX), ..Door::new() };
    let from_v6 = |door: &Door, network: u16, part: u16| {
        let from = Ipv6Addr::new(0x2001, 0xdb8, network, part, 0, 0, 0, 0);
        door.throttle.begin(Guess::Password("zofia"), from.into(), door.now, false).is_ok()
    };
    let let_through = (0..60_000).filter(|part| from_v6(&door, 1, *part)).count();
    assert_eq!(let_through, 30 + TRIES_OF_NETWORK as usize);
    assert!(from_v6(&door, 2, 0));
    door.pass(Duration::from_secs(1));
    assert!(door.guess("zofia", [203, 0, 113, 7]));
}

#[test]
fn s7_an_address_of_the_holder_is_also_known_from_elsewhere() {
    let door = Door::new();
    for attacker in 0..50 {
        door.guess("zofia", [198, 51, 100, attacker]);
    }
    let begin = |known| door.throttle.begin(Guess::Password("zofia"), HOME.into(), door.now, known).is_ok();
    assert_eq!([begin(false), begin(false), begin(false)], [true, true, false]);
    assert!(begin(true));
}

#[test]
fn s7_one_address_tries_so_many_logins_in_a_minute_and_no_more() {
    let mut door = Door { throttle: Throttle::new(10), ..Door::new() };
    let tries = |door: &Door| (0..100).filter(|at| door.guess(&format!("login{at}"), HOME)).count();
    assert_eq!(tries(&door), 10);
    assert!(door.guess("other", [192, 0, 2, 2]));
    door.pass(Duration::from_mins(1));
    assert_eq!(tries(&door), 10);
}

#[test]
fn s7_attempts_side_by_side_are_counted_before_they_are_decided() {
    let door = Door::new();
    let begin = || door.throttle.begin(Guess::Password("zofia"), HOME.into(), door.now, false);
    let under_way: Vec<_> = (0..100).filter_map(|_| begin().ok()).collect();
    assert_eq!(under_way.len(), 5);
}

#[test]
fn s7_codes_are_slowed_down_from_everywhere_at_once() {
    let door = Door::new();
    let guess = |last| door.throttle.begin(Guess::Code("a1"), [198, 51, 100, last].into(), door.now, false).is_ok();
    assert_eq!((0..100).filter(|last| guess(*last)).count(), 5);
}

#[test]
fn s7_wrong_codes_from_elsewhere_do_not_hold_up_the_holder_where_she_has_shown_one() {
    fn begin(door: &Door, from: [u8; 4], known: bool) -> Result<Attempt<'_>, Problem> {
        door.throttle.begin(Guess::Code("a1"), from.into(), door.now, known)
    }
    let mut door = Door::new();
    begin(&door, HOME, false).ok().unwrap().succeeded(door.now);
    for number in 0..5_000_u32 {
        let [_, _, a, b] = number.to_be_bytes();
        drop(begin(&door, [10, 7, a, b], false));
        door.pass(Duration::from_millis(50));
    }
    assert!(begin(&door, [203, 0, 113, 7], false).is_err(), "six digits do not stand guesses of strangers");
    assert!(begin(&door, [203, 0, 113, 7], true).is_ok(), "a session with a code was opened there");
    assert!(begin(&door, HOME, false).is_ok());
    let own: usize = (0..100).filter(|_| begin(&door, HOME, false).is_ok()).count();
    assert_eq!(own, 4, "her own address has its limit");
}

#[test]
fn s7_what_is_remembered_has_a_limit() {
    let mut door = Door { throttle: Throttle::new(u32::MAX), ..Door::new() };
    for at in 0..120_000 {
        door.guess(&at.to_string(), HOME);
        door.pass(Duration::from_millis(1));
    }
    let inner = door.throttle.inner();
    assert!(inner.failures.len() <= MAX_ENTRIES + 1);
}

#[test]
fn failures_are_forgotten() {
    let mut door = Door::new();
    while door.guess("zofia", HOME) {}
    door.pass(FORGET_AFTER);
    door.throttle.forget(door.now);
    assert!(door.throttle.inner().failures.is_empty());
    assert!(door.guess("zofia", HOME));
}

#[test]
fn s7_whoever_was_let_in_before_is_not_kept_out_by_a_crowd_at_her_address() {
    let door = Door { throttle: Throttle::new(10), ..Door::new() };
    let begin = |login: &str| door.throttle.begin(Guess::Password(login), HOME.into(), door.now, false);
    begin("zofia").unwrap().succeeded(door.now);
    assert!((0..100).filter(|at| door.guess(&format!("login{at}"), HOME)).count() < 100, "the address is crowded");
    assert!(begin("stranger").is_err());
    begin("zofia").unwrap().succeeded(door.now);
}
