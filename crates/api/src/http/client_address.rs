//! Who is calling: the address of the client behind the proxies that are trusted, and no other claim.

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use ipnet::IpNet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address of the client.
///
/// Only what a trusted proxy says is believed: the list of addresses is walked from the right, from the peer on, and
/// ends at the first that is not a trusted proxy. What stands further to the left was written by that client and is
/// worth nothing.
pub(crate) fn client_address(peer: Option<SocketAddr>, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let mut address = peer.map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |peer| peer.ip().to_canonical());
    if trusted.is_empty() {
        return address;
    }
    let is_trusted = |address: IpAddr| trusted.iter().any(|net| net.contains(&address));
    let lines: Vec<&[u8]> = headers.get_all(X_FORWARDED_FOR).map(HeaderValue::as_bytes).collect();
    let mut hops = lines.iter().rev().flat_map(|line| line.rsplit(|byte| *byte == b','));
    while is_trusted(address) {
        // Bytes that are no address end the walk here: to pass over them would lead to what the client wrote before
        // them.
        match hops.next().and_then(|hop| parse(std::str::from_utf8(hop).ok()?.trim())) {
            Some(before) => address = before,
            None => break,
        }
    }
    address
}

/// An address with or without a port.
fn parse(hop: &str) -> Option<IpAddr> {
    let address = hop.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

/// What counts as one client: an IPv4 address, or the network of an IPv6 address, because one client has all of its
/// addresses.
pub(crate) fn client_network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<L: AsRef<[u8]>>(peer: &str, forwarded: &[L], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append(X_FORWARDED_FOR, HeaderValue::from_bytes(line.as_ref()).unwrap());
        }
        let trusted: Vec<IpNet> = trusted.iter().map(|net| net.parse().unwrap()).collect();
        client_address(Some(SocketAddr::new(peer.parse().unwrap(), 1)), &headers, &trusted).to_string()
    }

    #[test]
    fn s24_a_client_cannot_choose_its_address() {
        // No proxy is trusted: the header is ignored.
        assert_eq!(found("203.0.113.9", &["198.51.100.1"], &[]), "203.0.113.9");
        // The peer is not a trusted proxy.
        assert_eq!(found("203.0.113.9", &["198.51.100.1"], &["10.0.0.0/8"]), "203.0.113.9");
        // A trusted proxy says who called it; what the caller wrote before is not believed.
        assert_eq!(found("10.0.0.1", &["198.51.100.1, 203.0.113.9"], &["10.0.0.0/8"]), "203.0.113.9");
        assert_eq!(found("10.0.0.1", &["198.51.100.1", "203.0.113.9"], &["10.0.0.0/8"]), "203.0.113.9");
        // A chain of trusted proxies.
        assert_eq!(found("10.0.0.1", &["1.2.3.4, 203.0.113.9, 10.9.9.9"], &["10.0.0.0/8"]), "203.0.113.9");
        // Rubbish ends the walk at the last address that is known.
        assert_eq!(found("10.0.0.1", &["203.0.113.9, rubbish"], &["10.0.0.0/8"]), "10.0.0.1");
        let unreadable: [&[u8]; 2] = [b"1.2.3.4", b"\xff, 203.0.113.9"];
        assert_eq!(found("10.0.0.1", &unreadable, &["10.0.0.0/8"]), "203.0.113.9");
        let unreadable: [&[u8]; 2] = [b"1.2.3.4", b"\xff"];
        assert_eq!(found("10.0.0.1", &unreadable, &["10.0.0.0/8"]), "10.0.0.1");
        assert_eq!(found("::ffff:10.0.0.1", &["203.0.113.9"], &["10.0.0.0/8"]), "203.0.113.9");
        assert_eq!(found("10.0.0.1", &["203.0.113.9:4711"], &["10.0.0.0/8"]), "203.0.113.9");
    }

    #[test]
    fn addresses_of_one_ipv6_network_are_one_client() {
        let one = |text: &str| client_network(text.parse().unwrap());
        assert_eq!(one("2001:db8:1:2:3::1"), one("2001:db8:1:2:ffff::9"));
        assert_ne!(one("2001:db8:1:2::1"), one("2001:db8:1:3::1"));
        assert_ne!(one("203.0.113.9"), one("203.0.113.8"));
    }
}
