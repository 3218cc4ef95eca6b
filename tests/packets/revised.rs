//! Revised CNPs (FCR) in a parser that reads them: scapy's, and what a parser that does not says of them.

use super::*;

/// A parser that reads them.
fn reading(place: EcePlace) -> ParserConfig {
    ParserConfig { fcr: true, ..cfg(place) }
}

/// What the vectors' text says of a packet to such a parser.
fn expected(v: &Vector, place: EcePlace) -> Verdict {
    let plain = v.verdict(place)?;
    let Some(fcr) = v.expected.get("fcr").filter(|fcr| !fcr.is_null()) else { return Ok(plain) };
    if let Some(reason) = fcr["drop"].as_str() {
        return Err(DropReason::ALL.into_iter().find(|r| r.name() == reason).expect("a drop reason's name"));
    }
    let number = |key: &str| fcr[key].as_u64().expect("a number");
    let advice = cnp::Revised {
        withdraw: number("withdraw") == 1,
        seq: number("seq") as u16,
        rate: number("rate") as u32,
        validity: number("validity") as u16,
        switch: number("switch") as u16,
    };
    Ok(PacketEvent { advice: Some(advice), ..plain })
}

/// Scapy's bytes and, typed beside them, fields and reasons: of a CNP the advice, of all else what another parser says.
#[test]
fn a_parser_that_reads_revised_cnps_gives_their_advices_and_reasons_and_of_all_else_what_another_does() {
    let (all, _) = vectors();
    // a CNP of the other files may have any reserved bytes, which are no advice of ours
    let ours: Vec<_> = all.iter().filter(|v| v.expected.get("fcr").is_some() || v.expected["kind"] != "cnp").collect();
    let place = EcePlace::Becn;
    let (with, without) = (reading(place), cfg(place));
    let (mut advices, mut revised) = (0, 0);
    for v in &ours {
        let verdict = classify::frame(&v.frame.bytes, &with);
        assert_eq!(verdict, expected(v, place), "{}", v.name);
        advices += u32::from(verdict.is_ok_and(|event| event.advice.is_some()));
        let other = classify::frame(&v.frame.bytes, &without);
        assert!(other == v.verdict(place) && other.is_ok_and(|e| e.advice.is_none()) == other.is_ok(), "{}", v.name);
        revised += u32::from(other != verdict);
    }
    assert!(advices == 8 && revised == 14, "{advices} advices of {revised} revised CNPs");
    for width in WIDTHS {
        let frames: Vec<_> = ours.iter().map(|v| Beat::split(&v.frame.bytes, width).collect()).collect();
        let verdicts = stream(&mut Parser::new(width), &frames, with, width.into());
        for (v, verdict) in ours.iter().zip(verdicts) {
            assert_eq!(verdict, expected(v, place), "{} at {width} bits", v.name);
        }
    }
}

/// A CNP with these bytes behind its BTH.
fn with(reserved: [u8; 16], dest_qp: u32) -> frame::Repr {
    let plain = cnp();
    let body = frame::Body::Cnp(cnp::Repr { reserved });
    frame::Repr { body, bth: bth::Repr { dest_qp, ..plain.bth.clone() }, ..plain }
}

/// Of a version or a kind that is not ours; the ICRC's check and the QP's are before it.
#[test]
fn a_revised_cnp_of_another_version_or_kind_is_dropped_behind_the_checks_of_icrc_and_qp() {
    let cfg = reading(EcePlace::Becn);
    for (byte, reason) in [(0x21, DropReason::FcrVersion), (0x01, DropReason::FcrVersion), (0x12, DropReason::FcrKind)]
    {
        let mut reserved = [0; 16];
        reserved[0] = byte;
        let bytes = with(reserved, 0x01_2345).emit();
        assert_eq!(classify::frame(&bytes, &cfg), Err(reason), "{byte:#x}");
        assert_eq!(classify::frame(&with(reserved, 0x01_2400).emit(), &cfg), Err(DropReason::QpnUnknown));
        let mut wrong = bytes;
        let last = wrong.len() - 1;
        wrong[last] ^= 1;
        assert_eq!(classify::frame(&wrong, &cfg), Err(DropReason::Icrc));
    }
}

/// Those that only such a parser gives.
pub fn reasons() -> Vec<DropReason> {
    let of = |byte: u8| {
        let mut reserved = [0; 16];
        reserved[0] = byte;
        classify::frame(&with(reserved, 0x01_2345).emit(), &reading(EcePlace::Becn)).err()
    };
    [of(0x21), of(0x12)].into_iter().flatten().collect()
}
