//! QR codes, each drawn as one path.

use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// Light modules around the code, without which readers do not find it.
const QUIET: i32 = 4;

/// A text as a QR code in SVG, black on white whatever stands around it; nothing if the text is too long for one.
pub fn svg(text: &str) -> Option<String> {
    // Sheets are folded and get coffee on them: a seventh of the code may be lost. More would make the modules of a
    // link too small.
    let levels = [QrCodeEcc::Medium, QrCodeEcc::Low];
    let code = levels.into_iter().find_map(|level| QrCode::encode_text(text, level).ok())?;
    let side = code.size() + 2 * QUIET;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let dark = (x..code.size()).take_while(|x| code.get_module(*x, y)).count() as i32;
            if dark > 0 {
                // A text takes everything.
                let _ = write!(path, "M{} {}h{dark}v1h-{dark}z", x + QUIET, y + QUIET);
            }
            x += dark.max(1);
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"qr\" viewBox=\"0 0 {side} {side}\" aria-hidden=\"true\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}h-{side}z\"/>\
         <path fill=\"#000\" d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which modules of a picture are dark.
    fn dark(svg: &str) -> Vec<(i32, i32)> {
        let path =
            svg.split("<path fill=\"#000\" d=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a path");
        let mut dark = Vec::new();
        for run in path.split('M').filter(|run| !run.is_empty()) {
            let (at, rest) = run.split_once('h').expect("a run");
            let (x, y) = at.split_once(' ').expect("a place");
            let length: i32 = rest.split_once('v').expect("a length").0.parse().expect("a number");
            let (x, y): (i32, i32) = (x.parse().expect("a number"), y.parse().expect("a number"));
            dark.extend((x..x + length).map(|x| (x, y)));
        }
        dark
    }

    #[test]
    fn the_picture_has_exactly_the_dark_modules_of_the_code() {
        let text = "https://ranking.example/pl/organise/t-1/sheets#table-7";
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).expect("a code");
        let picture = dark(&svg(text).expect("a picture"));
        let wanted = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
        let wanted: Vec<(i32, i32)> = wanted.filter(|(x, y)| code.get_module(*x, *y)).collect();
        assert_eq!(picture, wanted.iter().map(|(x, y)| (x + QUIET, y + QUIET)).collect::<Vec<_>>());
    }

    #[test]
    fn a_text_stays_inside_the_code_and_one_that_is_too_long_has_none() {
        let picture = svg("\"><script>alert(1)</script>").expect("a picture");
        assert!(!picture.contains("script"), "{picture}");
        assert_eq!(svg(&"x".repeat(5000)), None);
    }
}
