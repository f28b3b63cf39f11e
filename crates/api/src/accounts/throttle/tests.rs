use super::*;

const HOLDER_ADDRESS: [u8; 4] = [192, 0, 2, 1];

struct ThrottleFixture {
    throttle: Throttle,
    now: Timestamp,
}

impl ThrottleFixture {
    fn new() -> Self {
        Self { throttle: Throttle::new(1_000), now: Timestamp(1_000_000_000_000) }
    }

    fn advance(&mut self, time: Duration) {
        self.now = self.now.plus(time);
    }

    fn try_with(&self, login: &str, from: [u8; 4], right: bool) -> bool {
        match self.throttle.begin(GuessTarget::Password(login), from.into(), self.now, false) {
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
    let mut throttle_fixture = ThrottleFixture::new();
    for _ in 0..5 {
        assert!(throttle_fixture.guess("zofia", HOLDER_ADDRESS));
    }
    let mut waits = Vec::new();
    for _ in 0..14 {
        let mut waited = 0;
        while !throttle_fixture.guess("zofia", HOLDER_ADDRESS) {
            throttle_fixture.advance(Duration::from_secs(1));
            waited += 1;
        }
        waits.push(waited);
    }
    assert_eq!(waits[..5], [1, 2, 4, 8, 16]);
    assert_eq!(waits[13], 15 * 60);
}

#[test]
fn s7_a_login_that_does_not_exist_is_slowed_down_like_one_that_does() {
    let throttle_fixture = ThrottleFixture::new();
    // The throttle is not told which of them exists.
    let tries = |login: &str| (0..20).filter(|_| throttle_fixture.guess(login, HOLDER_ADDRESS)).count();
    assert_eq!(tries("zofia"), tries("nobody"));
}

/// An attacker with two hundred addresses in fifty networks who never stops.
struct Attacker {
    sent: u32,
    let_through: u32,
}

impl Attacker {
    /// Guesses this many times, twenty times a second.
    fn guess_repeatedly(&mut self, throttle_fixture: &mut ThrottleFixture, login: &str, times: u32) {
        for _ in 0..times {
            let from = [10, 7, (self.sent % 50) as u8, (self.sent / 50 % 4) as u8];
            self.let_through += u32::from(throttle_fixture.guess(login, from));
            self.sent += 1;
            throttle_fixture.advance(Duration::from_millis(50));
        }
    }
}

#[test]
fn s7_a_victim_gets_in_from_any_address_while_others_go_on_guessing_at_her_login() {
    let mut throttle_fixture = ThrottleFixture::new();
    let mut attacker = Attacker { sent: 0, let_through: 0 };
    attacker.guess_repeatedly(&mut throttle_fixture, "zofia", 10_000);
    for place in 0..30 {
        attacker.guess_repeatedly(&mut throttle_fixture, "zofia", 100);
        let stranger = [203, 0, 113, place];
        assert!(throttle_fixture.guess("zofia", stranger), "a slip at {place}");
        assert!(throttle_fixture.try_with("zofia", stranger, true), "she gets in at {place}");
    }
    attacker.guess_repeatedly(&mut throttle_fixture, "zofia", 100);
    assert!(throttle_fixture.try_with("zofia", [203, 0, 113, 5], true), "where she was before she is let in anyway");
    assert!(throttle_fixture.try_with("jan", [10, 7, 0, 0], true), "and nobody else is held up");
}

#[test]
fn s7_whoever_goes_on_guessing_with_few_or_many_addresses_is_let_through_at_a_bounded_rate() {
    let mut throttle_fixture = ThrottleFixture::new();
    let mut attacker = Attacker { sent: 0, let_through: 0 };
    let hour = 20 * 3_600;
    attacker.guess_repeatedly(&mut throttle_fixture, "zofia", hour);
    assert!(attacker.let_through < 30 + 200 * MAX_UNKNOWN_PER_ADDRESS + 70, "{}", attacker.let_through);

    let mut throttle_fixture = ThrottleFixture { throttle: Throttle::new(u32::MAX), ..ThrottleFixture::new() };
    let mut let_through = 0;
    for number in 0..60_000_u32 {
        let [_, a, b, c] = number.to_be_bytes();
        let_through += u32::from(throttle_fixture.guess("zofia", [a + 11, b, c, 1]));
        throttle_fixture.advance(Duration::from_millis(60));
    }
    assert!(let_through <= 30 + MAX_UNKNOWN_PER_LOGIN + 70, "sixty thousand networks in an hour: {let_through}");
}

#[test]
fn s7_one_network_does_not_use_up_the_tries_of_all() {
    let mut throttle_fixture = ThrottleFixture { throttle: Throttle::new(u32::MAX), ..ThrottleFixture::new() };
    let from_v6 = |throttle_fixture: &ThrottleFixture, network: u16, part: u16| {
        let from = Ipv6Addr::new(0x2001, 0xdb8, network, part, 0, 0, 0, 0);
        throttle_fixture
            .throttle
            .begin(GuessTarget::Password("zofia"), from.into(), throttle_fixture.now, false)
            .is_ok()
    };
    let let_through = (0..60_000).filter(|part| from_v6(&throttle_fixture, 1, *part)).count();
    assert_eq!(let_through, 30 + MAX_UNKNOWN_PER_NETWORK as usize);
    assert!(from_v6(&throttle_fixture, 2, 0));
    throttle_fixture.advance(Duration::from_secs(1));
    assert!(throttle_fixture.guess("zofia", [203, 0, 113, 7]));
}

#[test]
fn s7_an_address_of_the_holder_is_also_known_from_elsewhere() {
    let throttle_fixture = ThrottleFixture::new();
    for attacker in 0..50 {
        throttle_fixture.guess("zofia", [198, 51, 100, attacker]);
    }
    let begin = |known| {
        throttle_fixture
            .throttle
            .begin(GuessTarget::Password("zofia"), HOLDER_ADDRESS.into(), throttle_fixture.now, known)
            .is_ok()
    };
    assert_eq!([begin(false), begin(false), begin(false)], [true, true, false]);
    assert!(begin(true));
}

#[test]
fn s7_one_address_tries_so_many_logins_in_a_minute_and_no_more() {
    let mut throttle_fixture = ThrottleFixture { throttle: Throttle::new(10), ..ThrottleFixture::new() };
    let tries = |throttle_fixture: &ThrottleFixture| {
        (0..100).filter(|at| throttle_fixture.guess(&format!("login{at}"), HOLDER_ADDRESS)).count()
    };
    assert_eq!(tries(&throttle_fixture), 10);
    assert!(throttle_fixture.guess("other", [192, 0, 2, 2]));
    throttle_fixture.advance(Duration::from_mins(1));
    assert_eq!(tries(&throttle_fixture), 10);
}

#[test]
fn s7_attempts_side_by_side_are_counted_before_they_are_decided() {
    let throttle_fixture = ThrottleFixture::new();
    let begin = || {
        throttle_fixture.throttle.begin(
            GuessTarget::Password("zofia"),
            HOLDER_ADDRESS.into(),
            throttle_fixture.now,
            false,
        )
    };
    let under_way: Vec<_> = (0..100).filter_map(|_| begin().ok()).collect();
    assert_eq!(under_way.len(), 5);
}

#[test]
fn s7_codes_are_slowed_down_from_everywhere_at_once() {
    let throttle_fixture = ThrottleFixture::new();
    let guess = |last| {
        throttle_fixture
            .throttle
            .begin(GuessTarget::Code("a1"), [198, 51, 100, last].into(), throttle_fixture.now, false)
            .is_ok()
    };
    assert_eq!((0..100).filter(|last| guess(*last)).count(), 5);
}

#[test]
fn s7_wrong_codes_from_elsewhere_do_not_hold_up_the_holder_where_she_has_shown_one() {
    fn begin(throttle_fixture: &ThrottleFixture, from: [u8; 4], known: bool) -> Result<Attempt<'_>, Problem> {
        throttle_fixture.throttle.begin(GuessTarget::Code("a1"), from.into(), throttle_fixture.now, known)
    }
    let mut throttle_fixture = ThrottleFixture::new();
    begin(&throttle_fixture, HOLDER_ADDRESS, false).ok().unwrap().succeeded(throttle_fixture.now);
    for number in 0..5_000_u32 {
        let [_, _, a, b] = number.to_be_bytes();
        drop(begin(&throttle_fixture, [10, 7, a, b], false));
        throttle_fixture.advance(Duration::from_millis(50));
    }
    assert!(begin(&throttle_fixture, [203, 0, 113, 7], false).is_err(), "six digits do not stand guesses of strangers");
    assert!(begin(&throttle_fixture, [203, 0, 113, 7], true).is_ok(), "a session with a code was opened there");
    assert!(begin(&throttle_fixture, HOLDER_ADDRESS, false).is_ok());
    let own: usize = (0..100).filter(|_| begin(&throttle_fixture, HOLDER_ADDRESS, false).is_ok()).count();
    assert_eq!(own, 4, "her own address has its limit");
}

#[test]
fn s7_what_is_remembered_has_a_limit() {
    let mut throttle_fixture = ThrottleFixture { throttle: Throttle::new(u32::MAX), ..ThrottleFixture::new() };
    for at in 0..120_000 {
        throttle_fixture.guess(&at.to_string(), HOLDER_ADDRESS);
        throttle_fixture.advance(Duration::from_millis(1));
    }
    let inner = throttle_fixture.throttle.inner();
    assert!(inner.failures.len() <= MAX_ENTRIES + 1);
}

#[test]
fn failures_are_forgotten() {
    let mut throttle_fixture = ThrottleFixture::new();
    while throttle_fixture.guess("zofia", HOLDER_ADDRESS) {}
    throttle_fixture.advance(FORGET_AFTER);
    throttle_fixture.throttle.remove_expired(throttle_fixture.now);
    assert!(throttle_fixture.throttle.inner().failures.is_empty());
    assert!(throttle_fixture.guess("zofia", HOLDER_ADDRESS));
}

#[test]
fn s7_whoever_was_let_in_before_is_not_kept_out_by_a_crowd_at_her_address() {
    let throttle_fixture = ThrottleFixture { throttle: Throttle::new(10), ..ThrottleFixture::new() };
    let begin = |login: &str| {
        throttle_fixture.throttle.begin(
            GuessTarget::Password(login),
            HOLDER_ADDRESS.into(),
            throttle_fixture.now,
            false,
        )
    };
    begin("zofia").unwrap().succeeded(throttle_fixture.now);
    assert!(
        (0..100).filter(|at| throttle_fixture.guess(&format!("login{at}"), HOLDER_ADDRESS)).count() < 100,
        "the address is crowded"
    );
    assert!(begin("stranger").is_err());
    begin("zofia").unwrap().succeeded(throttle_fixture.now);
}
