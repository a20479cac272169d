//! Checks the requests of browsers: the token, the `Host`, the site that they come from.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Limit on the bytes of a request's head.
pub const MOST_HEAD: usize = 16 << 10;

/// Limit on header lines.
const MOST_HEADERS: usize = 64;

/// Why a request is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The request is not HTTP.
    Malformed,
    /// The method is not GET.
    Method,
    /// The `Host` is another machine.
    Host,
    /// The request comes from a page of another site.
    Origin,
    /// The token is missing or wrong.
    Token,
    /// Too many connections have the token.
    NoSeat,
}

impl Refusal {
    /// Status and explanation.
    pub fn answer(self) -> (&'static str, &'static str) {
        match self {
            Self::Malformed => {
                ("400 Bad Request", "The request is malformed: open the viewer's address in a browser.\n")
            }
            Self::Method => ("405 Method Not Allowed", "The viewer answers GET only.\n"),
            Self::Host => ("403 Forbidden", "The viewer answers only at localhost and at the host of --host.\n"),
            Self::Origin => ("403 Forbidden", "Pages of other sites cannot use this viewer.\n"),
            Self::Token => {
                ("403 Forbidden", "The token is missing or wrong: open the whole address that the viewer printed.\n")
            }
            Self::NoSeat => ("503 Service Unavailable", "Too many pages are open: close some, then reload.\n"),
        }
    }
}

/// Decides who may connect.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The token.
    pub token: String,
    /// The host of `--host`.
    pub host: Option<String>,
}

/// The head of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The path, without the query.
    pub path: String,
    /// Whether the token is right.
    pub has_token: bool,
    /// The key of a WebSocket request.
    pub socket_key: Option<String>,
    /// Whether the answer may be compressed with gzip.
    pub takes_gzip: bool,
    /// Bytes of the head.
    pub len: usize,
}

impl Guard {
    /// Reads the head of a request. `None`: it is not complete.
    pub fn read(&self, bytes: &[u8]) -> Result<Option<Head>, Refusal> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        let len = match request.parse(bytes) {
            Ok(httparse::Status::Complete(len)) => len,
            Ok(httparse::Status::Partial) if bytes.len() < MOST_HEAD => return Ok(None),
            _ => return Err(Refusal::Malformed),
        };
        if request.method != Some("GET") {
            return Err(Refusal::Method);
        }
        let mut values = Values::default();
        for header in request.headers.iter() {
            let value = std::str::from_utf8(header.value).map_err(|_| Refusal::Malformed)?.trim();
            values.note(header.name, value)?;
        }
        let host = values.host.ok_or(Refusal::Host)?;
        if !self.is_own_host(host) {
            return Err(Refusal::Host);
        }
        let target = request.path.ok_or(Refusal::Malformed)?;
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let token = query.split('&').find_map(|part| part.strip_prefix("token=")).unwrap_or("");
        // a notebook or an editor with the token may link to the page or frame it
        let is_invited = path == "/" && self.matches(token);
        let is_other = values.origin.is_some_and(|origin| origin.strip_prefix("http://") != Some(host));
        if is_other || (values.is_foreign && !is_invited) {
            return Err(Refusal::Origin);
        }
        let is_socket = values.upgrade.is_some_and(|upgrade| upgrade.eq_ignore_ascii_case("websocket"));
        Ok(Some(Head {
            path: path.to_string(),
            has_token: self.matches(token),
            socket_key: values.socket_key.filter(|_| is_socket).map(str::to_string),
            takes_gzip: values.takes_gzip,
            len,
        }))
    }

    /// Compares in constant time.
    fn matches(&self, token: &str) -> bool {
        let differing = token.bytes().zip(self.token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
        token.len() == self.token.len() && differing == 0
    }

    /// Whether a `Host` names this machine. Any port is right, because a tunnel may change it.
    pub fn is_own_host(&self, host: &str) -> bool {
        let Some(name) = host_name(host) else { return false };
        let address: Option<IpAddr> = name.parse().ok();
        let is_loopback =
            name.eq_ignore_ascii_case("localhost") || address.is_some_and(|address| address.is_loopback());
        let is_named = |own: &String| {
            let is_any = own.parse().is_ok_and(|own: IpAddr| own.is_unspecified());
            own.eq_ignore_ascii_case(name) || (is_any && address.is_some())
        };
        is_loopback || self.host.as_ref().is_some_and(is_named)
    }
}

/// The name or address in a `Host`, without brackets and port. `None`: it is not `name`, `name:port`, `[ipv6]` or `[ipv6]:port`.
fn host_name(host: &str) -> Option<&str> {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => {
            let (name, port) = rest.split_once(']')?;
            name.parse::<Ipv6Addr>().ok()?;
            (name, port)
        }
        None => {
            let (name, port) = host.split_at(host.find(':').unwrap_or(host.len()));
            let is_label = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
            let is_name = !name.is_empty() && name.bytes().all(is_label);
            // a name of numbers must be a whole address: readers disagree on 127.1
            let is_numeric = name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            if !is_name || is_numeric && name.parse::<Ipv4Addr>().is_err() {
                return None;
            }
            (name, port)
        }
    };
    (port.is_empty() || is_port(port.strip_prefix(':')?)).then_some(name)
}

fn is_port(text: &str) -> bool {
    text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok_and(|port| port > 0)
}

/// Whether a list of encodings has gzip, and does not rule it out.
fn has_gzip(encodings: &str) -> bool {
    encodings.split(',').any(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let quality = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        is_gzip && quality.is_none_or(|quality| quality.trim().parse::<f32>().is_ok_and(|quality| quality > 0.0))
    })
}

/// Header lines that matter. A line that comes twice is rejected: readers may disagree on which one counts.
#[derive(Default)]
struct Values<'a> {
    host: Option<&'a str>,
    origin: Option<&'a str>,
    upgrade: Option<&'a str>,
    socket_key: Option<&'a str>,
    /// The browser reports a request of another site.
    is_foreign: bool,
    takes_gzip: bool,
}

impl<'a> Values<'a> {
    fn note(&mut self, name: &str, value: &'a str) -> Result<(), Refusal> {
        let place = match name.to_ascii_lowercase().as_str() {
            "host" => &mut self.host,
            "origin" => &mut self.origin,
            "upgrade" => &mut self.upgrade,
            "sec-websocket-key" => &mut self.socket_key,
            "sec-fetch-site" => {
                self.is_foreign |= value.eq_ignore_ascii_case("cross-site");
                return Ok(());
            }
            "accept-encoding" => {
                self.takes_gzip |= has_gzip(value);
                return Ok(());
            }
            _ => return Ok(()),
        };
        if place.replace(value).is_some() {
            return Err(Refusal::Malformed);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(host: Option<&str>, text: &str) -> Result<Option<Head>, Refusal> {
        let guard = Guard { token: "secret".into(), host: host.map(str::to_string) };
        guard.read(text.as_bytes())
    }

    fn refused(text: &str) -> Refusal {
        ask(None, text).unwrap_err()
    }

    #[test]
    fn the_address_that_was_printed_is_answered() {
        for host in ["localhost:8080", "127.0.0.1:1", "[::1]:9", "LOCALHOST"] {
            let head = ask(None, &format!("GET /?token=secret HTTP/1.1\r\nHost: {host}\r\n\r\n")).unwrap().unwrap();
            assert!(head.path == "/" && head.has_token && head.socket_key.is_none(), "{host}");
        }
        let head = ask(None, "GET /assets/a.js HTTP/1.1\r\nHost: localhost\r\n\r\nmore").unwrap().unwrap();
        assert!(!head.has_token);
        assert_eq!(ask(None, "GET / HTTP/1.1\r\nHost: local"), Ok(None), "it is not complete");
    }

    #[test]
    fn hosts_are_names_or_addresses_with_a_port_and_nothing_else() {
        let is_own = |host: &str, own: Option<&str>| {
            let text = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
            ask(own, &text).is_ok()
        };
        for good in [
            "localhost",
            "LocalHost:1",
            "localhost:65535",
            "127.0.0.1",
            "127.0.0.1:8080",
            "127.9.9.9:80",
            "[::1]",
            "[::1]:8080",
            "[0:0:0:0:0:0:0:1]:80",
        ] {
            assert!(is_own(good, None), "{good}");
        }
        for bad in [
            "[::1].evil.com",
            "[::1].evil.com:80",
            "[::1]x",
            "[::1]:80.evil.com",
            "[::1]:80@evil.com",
            "[::1]@evil.com",
            "[::1",
            "::1",
            "::1]",
            "[::1]]",
            "[[::1]]",
            "[::1]:",
            "[]",
            "[127.0.0.1]",
            "[localhost]",
            "[::1%25eth0]",
            "[::ffff:8.8.8.8]",
            "localhost:80@evil.com",
            "localhost@evil.com",
            "localhost:@evil.com",
            "user@localhost",
            "user:pass@localhost:80",
            "localhost:80:80",
            "localhost:",
            "localhost:0",
            "localhost:65536",
            "localhost:999999",
            "localhost:-1",
            "localhost:+80",
            "localhost:8 0",
            "localhost:80/",
            "localhost/",
            "localhost#",
            "localhost?x",
            "localhost\\evil.com",
            "localhost,evil.com",
            "localhost evil.com",
            "localhost.",
            "localhost.evil.com",
            "localhosted",
            "xlocalhost",
            "127.0.0.1.evil.com",
            "127.0.0.1evil.com",
            "127.1",
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "127.0.0.1.",
            "127.0.0.256",
            "%6cocalhost",
            "locаlhost",
            "",
            " ",
            ":",
            ":80",
            "@",
            "0.0.0.0",
            "8.8.8.8",
            "evil.com:80",
        ] {
            assert!(!is_own(bad, None), "{bad:?}");
        }
        // with all addresses, names still are no addresses
        for (host, own) in [
            ("8.8.8.8:80", true),
            ("[::2]:80", true),
            ("[::2].evil.com", false),
            ("8.8.8.8@evil.com", false),
            ("evil.com", false),
        ] {
            assert_eq!(is_own(host, Some("0.0.0.0")), own, "{host}");
        }
        for (host, own) in [
            ("robot:80", true),
            ("ROBOT", true),
            ("robot:80@evil.com", false),
            ("robot.evil.com", false),
            ("robot:x", false),
        ] {
            assert_eq!(is_own(host, Some("robot")), own, "{host}");
        }
    }

    #[test]
    fn answers_are_compressed_for_those_who_can_read_them() {
        for (list, taken) in [
            ("gzip", true),
            ("gzip, deflate, br", true),
            ("br;q=1, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0", false),
            ("", false),
            ("br", false),
            ("x-gzip-y", false),
            ("gzip;q=x", false),
            ("gzip;q=nan", false),
            ("identity, gzip", true),
        ] {
            let text = format!("GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: {list}\r\n\r\n");
            assert_eq!(ask(None, &text).unwrap().unwrap().takes_gzip, taken, "{list}");
        }
    }

    #[test]
    fn other_hosts_sites_and_methods_are_rejected() {
        assert_eq!(refused("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), Refusal::Host);
        assert_eq!(refused("GET / HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n"), Refusal::Host);
        assert_eq!(refused("GET / HTTP/1.1\r\n\r\n"), Refusal::Host);
        assert_eq!(refused("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n"), Refusal::Malformed);
        assert_eq!(refused("POST / HTTP/1.1\r\nHost: localhost\r\n\r\n"), Refusal::Method);
        let from = |origin: &str| format!("GET / HTTP/1.1\r\nHost: localhost:5\r\nOrigin: {origin}\r\n\r\n");
        for origin in ["http://evil.example", "null", "https://localhost:5", "http://localhost:6"] {
            assert_eq!(refused(&from(origin)), Refusal::Origin, "{origin}");
        }
        assert!(ask(None, &from("http://localhost:5")).is_ok());
        assert_eq!(refused("GET / HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\n\r\n"), Refusal::Origin);
        for foreign in ["/socket?token=secret", "/model/1/mesh/0?token=secret", "/?token=other"] {
            let text = format!("GET {foreign} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\n\r\n");
            assert_eq!(refused(&text), Refusal::Origin, "{foreign}");
        }
        let framed = "GET /?token=secret HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\n\r\n";
        assert!(ask(None, framed).is_ok(), "a notebook that has the key may frame the page");
        assert_eq!(refused(&format!("GET /{} HTTP/1.1\r\n", "x".repeat(MOST_HEAD))), Refusal::Malformed);
    }

    #[test]
    fn a_host_that_was_named_is_answered() {
        let text = "GET / HTTP/1.1\r\nHost: 192.168.1.7:80\r\n\r\n";
        assert!(
            ask(Some("192.168.1.7"), text).is_ok() && ask(Some("0.0.0.0"), text).is_ok() && ask(None, text).is_err()
        );
        assert!(ask(Some("0.0.0.0"), "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").is_err());
    }
}
