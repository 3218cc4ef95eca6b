//! The pages of the project that go into the folder, without what only the project has.

/// The integration guide, for `doc/`.
const INTEGRATION: &str = include_str!("../../guide/integration.md");

/// Pages of the project that have a place in the folder, as the guide names them, and where they are from `doc/`.
const PAGES: [(&str, &str); 3] = [
    ("../src/wrappers/README.md", "../README.md#as-buses"),
    ("../src/nic.md", "../README.md"),
    ("../src/registers.md", "registers.md"),
];

/// A link to the outside, or within a page, stays.
fn stays(target: &str) -> bool {
    target.starts_with("https://") || target.starts_with('#')
}

/// What stands between these is for readers of the project alone.
const BEGIN: &str = "<!-- project -->";
const END: &str = "<!-- /project -->";

pub(super) fn integration() -> String {
    for_folder(INTEGRATION)
}

/// A page with links that lead to files of the folder; where there is none the words of the link stay.
pub fn for_folder(page: &str) -> String {
    let mut parts = page.split(BEGIN);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, behind) = part.split_once(END).expect("the guide closes what it opens");
        text += behind.strip_prefix('\n').filter(|_| text.ends_with('\n')).unwrap_or(behind);
    }
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("](") {
        let (before, behind) = rest.split_at(at);
        let Some(end) = behind.find(')') else { break };
        let (target, open) = (&behind[2..end], before.rfind('[').expect("a link has words"));
        out += &before[..open];
        let words = &before[open + 1..];
        match PAGES.iter().find(|(page, _)| *page == target) {
            Some((_, place)) => out += &format!("[{words}]({place})"),
            None if stays(target) => out += &format!("[{words}]({target})"),
            None => out += words,
        }
        rest = &behind[end + 1..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_into_the_folder_or_is_none() {
        let page = "See [their page](../src/wrappers/README.md), [prim](../src/prim/README.md).\n<!-- project -->\nHere.\n<!-- /project -->\nEnd\n";
        assert_eq!(for_folder(page), "See [their page](../README.md#as-buses), prim.\nEnd\n");
        assert_eq!(for_folder("a <!-- project -->b <!-- /project -->c"), "a c");
        assert!(!integration().contains("../src") && integration().contains("# Into your NIC"));
    }
}
