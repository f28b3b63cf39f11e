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
        self.now = later(self.now, time);
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

#[test]
fn s7_a_victim_gets_in_while_others_guess_at_her_login() {
    let mut door = Door::new();
    assert!(door.try_with("zofia", HOME, true));
    for attacker in 0..200_u8 {
        for _ in 0..5 {
            door.guess("zofia", [198, 51, 100, attacker]);
        }
        door.pass(Duration::from_millis(10));
    }
    assert!(!door.guess("zofia", [203, 0, 113, 7]), "strangers have to wait");
    assert!(door.try_with("zofia", HOME, true), "her own address does not");
    assert!(door.try_with("jan", [203, 0, 113, 7], true), "and nobody else does");
    let stranger = [203, 0, 113, 7];
    door.pass(Duration::from_mins(1));
    assert!(door.try_with("zofia", stranger, true), "the wait for strangers is short");
}

#[test]
fn s7_an_address_of_the_holder_is_also_known_from_elsewhere() {
    let door = Door::new();
    for attacker in 0..50 {
        door.guess("zofia", [198, 51, 100, attacker]);
    }
    let begin = |known| door.throttle.begin(Guess::Password("zofia"), HOME.into(), door.now, known).is_ok();
    assert!(!begin(false));
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
    let guess = |last| door.throttle.begin(Guess::Code("a1"), [198, 51, 100, last].into(), door.now, true).is_ok();
    assert_eq!((0..100).filter(|last| guess(*last)).count(), 5);
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
