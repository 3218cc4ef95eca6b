//! How much memory this machine has for a run. Where it does not say, nothing is known.

use std::fs::read_to_string;

/// The most bytes that a run may need, and why it is not `most`, for a message. Of what the machine has, it takes
/// `beside` in any case.
pub fn room(most: u64, beside: u64) -> (u64, &'static str) {
    let of = |file: &str| read_to_string(file).unwrap_or_default();
    let available = available(&of("/proc/meminfo"));
    let left = left(&of("/proc/self/limits"), &of("/proc/self/status"));
    let known = [
        Some((most, "")),
        available.map(|bytes| (bytes.saturating_sub(beside), ", as this machine has available")),
        left.map(|bytes| (bytes.saturating_sub(beside), ", as the limit of the address space leaves")),
    ];
    known.into_iter().flatten().min_by_key(|&(bytes, _)| bytes).unwrap_or((most, ""))
}

/// What a line has behind its name: a number in units of `unit` bytes.
fn value(text: &str, name: &str, unit: u64) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(unit)
}

/// Of /proc/meminfo.
fn available(meminfo: &str) -> Option<u64> {
    value(meminfo, "MemAvailable:", 1024)
}

/// Of /proc/self/limits and /proc/self/status: the limit less what is in use. `None`: it has no limit.
fn left(limits: &str, status: &str) -> Option<u64> {
    let limit = value(limits, "Max address space", 1)?;
    Some(limit.saturating_sub(value(status, "VmSize:", 1024).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_read_and_what_is_not_counts_for_nothing() {
        assert_eq!(available("MemTotal:  8 kB\nMemFree:  2 kB\nMemAvailable:   5 kB\n"), Some(5120));
        assert_eq!((available(""), available("MemAvailable: much\n")), (None, None));
        let limits = "Limit                     Soft Limit           Hard Limit           Units     \n\
                      Max address space         307200000            unlimited            bytes     \n";
        assert_eq!(left(limits, "Name:\tx\nVmSize:\t  100000 kB\n"), Some(307_200_000 - 102_400_000));
        assert_eq!(left(limits, "VmSize:\t  400000 kB\n"), Some(0));
        assert_eq!((left(&limits.replace("307200000", "unlimited"), ""), left("", "")), (None, None));
        assert_eq!(room(1, 0), (1, ""));
    }
}
