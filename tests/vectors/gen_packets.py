#!/usr/bin/env python3
"""Makes packets_*.pcap, packets_mixed.pcapng and packets.json with scapy (README.md says how, and with which version).

Every frame is built by scapy, ICRC included, or is such a frame with the bytes patched that its line names. What a parser
must say about it stands next to it: the drop reason is typed by hand, the event is read off the fields that were given to
scapy. Nothing of Ackwright runs here. The output is the same on every run: no clock, no randomness.
"""

import json
import pathlib
import struct

from scapy.all import ARP, IP, TCP, UDP, Dot1AD, Dot1Q, Ether, IPOption, IPOption_NOP, IPv6, Raw
from scapy.all import IPv6ExtHdrDestOpt, RawPcapWriter, RawPcapNgWriter, raw
from scapy.contrib.roce import AETH, BTH, CNP_OPCODE, CNPPadding, GRH, cnp
import scapy

HERE = pathlib.Path(__file__).parent
ACK = 0x11
# The configuration for which the expected results hold: 1,024 queue pairs from QPN 0x012000.
QP_BITS, QPN_BASE, MAX_FRAME_BYTES = 10, 0x012000, 1518
START_NS = 1_700_000_000_000_000_000
STEP_NS = 15_625_000  # exact in microseconds and, as a fraction of a second, in binary


# ---- layers -------------------------------------------------------------------------------------------------------
def ether(tags=0, **fields):
    frame = Ether(dst="02:00:00:00:00:01", src="02:00:00:00:00:02", **fields)
    if tags == 1:
        frame /= Dot1Q(prio=3, vlan=100)
    if tags == 2:
        frame /= Dot1AD(prio=5, vlan=200) / Dot1Q(vlan=0xFFF)
    return frame


def ip4(**fields):
    return IP(**{"src": "10.0.0.1", "dst": "10.0.0.2", "ttl": 64, "flags": "DF", "id": 0x1234, **fields})


def ip4_options(**fields):
    """No operation, router alert (RFC 2113), an empty timestamp option; scapy pads to 16 bytes."""
    options = [IPOption_NOP(), IPOption(b"\x94\x04\x00\x00"), IPOption(b"\x44\x08\x05\x00\x00\x00\x00\x00")]
    return ip4(options=options, **fields)


def ip6(**fields):
    return IPv6(**{"src": "fd00::1", "dst": "fd00::2", "hlim": 64, "fl": 0xC0FFE, **fields})


def udp(**fields):
    return UDP(**{"sport": 0xC000, "dport": 4791, "chksum": 0, **fields})


def bth(opcode=ACK, qp=0, psn=0x123456, **fields):
    return BTH(**{"opcode": opcode, "dqpn": QPN_BASE + qp, "psn": psn, **fields})


def ack(syndrome=0x1F, msn=7, **fields):
    return bth(**fields) / AETH(syndrome=syndrome, msn=msn)


# ---- expectations -------------------------------------------------------------------------------------------------
def event(frame, kind):
    """The event of a frame that scapy built, from the fields that scapy was given."""
    header = frame[BTH]
    ecn = (frame[IP].tos if IP in frame else frame[IPv6].tc) & 3
    expected = {"kind": kind, "qpn": header.dqpn - QPN_BASE, "psn": 0 if kind == "cnp" else header.psn}
    ece = dict.fromkeys(["bth_becn", "bth_fecn", "ip_ce", "aeth_reserved"], False)
    if kind == "ack":
        ece = {
            "bth_becn": header.becn == 1,
            "bth_fecn": header.fecn == 1,
            "ip_ce": ecn == 3,
            "aeth_reserved": frame[AETH].syndrome >= 0x80,
        }
    return {**expected, "ece": ece}


def drop(reason):
    return {"drop": reason}


def patched(frame, at, new):
    """The bytes of a frame with `new` from offset `at` on (negative: from the end)."""
    data = bytearray(raw(frame))
    at = at if at >= 0 else len(data) + at
    assert at + len(new) <= len(data), "a patch stays inside the frame"
    data[at : at + len(new)] = new
    return bytes(data)


def psn(qp):
    """Sequence numbers that use all 24 bits and differ from the QP's index."""
    return (0xFEDCBA + qp * 0x10203) % 2**24


# ---- packets_feedback.pcap: every frame is an event ---------------------------------------------------------------
def feedback():
    qp = 0
    for name, ip in [("ipv4", ip4), ("ipv4_options", ip4_options), ("ipv6", ip6)]:
        field = "tc" if name == "ipv6" else "tos"
        for tags in (0, 1, 2):
            for what, kind, ecn, payload in [
                ("ack", "ack", 0, lambda q: ack(qp=q, psn=psn(q))),
                ("ack_becn", "ack", 0, lambda q: ack(qp=q, psn=psn(q), becn=1)),
                ("ack_fecn", "ack", 2, lambda q: ack(qp=q, psn=psn(q), fecn=1)),
                ("ack_ce", "ack", 3, lambda q: ack(qp=q, psn=psn(q))),
                ("ack_aeth_reserved", "ack", 1, lambda q: ack(qp=q, psn=psn(q), syndrome=0x9F)),
                ("nak_sequence", "loss", 3, lambda q: ack(qp=q, psn=psn(q), syndrome=0x60, becn=1)),
                ("cnp", "cnp", 0, lambda q: cnp(QPN_BASE + q)),
            ]:
                qp = (qp + 37) % 1024
                chksum = None if name == "ipv6" and tags == 1 else 0  # once with the UDP checksum that scapy computes
                frame = ether(tags) / ip(**{field: 0x68 | ecn}) / udp(chksum=chksum) / payload(qp)
                yield f"{name}_{tags}tags_{what}", frame, event(frame, kind)

    for name, frame, kind in [
        ("first_qp_psn_0", ether() / ip4() / udp() / ack(qp=0, psn=0), "ack"),
        ("last_qp_psn_max", ether() / ip4() / udp() / ack(qp=1023, psn=0xFFFFFF), "ack"),
        ("no_credits", ether() / ip4() / udp() / ack(syndrome=0), "ack"),
        ("msn_max", ether() / ip4() / udp() / ack(msn=0xFFFFFF), "ack"),
        ("nak_sequence_aeth_reserved", ether() / ip4() / udp() / ack(syndrome=0xE0), "loss"),
        ("all_free_bth_bits", ether() / ip4() / udp()
         / ack(solicited=1, migreq=1, pkey=0x8001, fecn=1, becn=1, resv6=0x3F, ackreq=1, resv7=0x7F), "ack"),
        ("dont_fragment_clear", ether() / ip4(flags=0) / udp() / ack(), "ack"),
        ("reserved_ip_flag", ether() / ip4(flags="evil") / udp() / ack(), "ack"),
        ("wrong_header_checksum", ether() / ip4(chksum=0xDEAD) / udp() / ack(), "ack"),
        ("longest_ipv4_header", ether() / ip4(options=[IPOption_NOP()] * 40) / udp() / ack(becn=1), "ack"),
        ("longest_headers_cnp", ether(2) / ip4(options=[IPOption_NOP()] * 40) / udp() / cnp(QPN_BASE + 5), "cnp"),
        ("s_tag_alone", ether(type=0x88A8) / Dot1Q(vlan=7) / ip4() / udp() / ack(), "ack"),
        ("c_tag_twice", ether() / Dot1Q(vlan=7) / Dot1Q(vlan=8) / ip6() / udp() / ack(), "ack"),
        ("cnp_without_becn", ether() / ip4() / udp() / bth(CNP_OPCODE, 9, 0) / CNPPadding(), "cnp"),
        ("cnp_with_psn_and_reserved", ether() / ip6() / udp()
         / bth(CNP_OPCODE, 10, 0xABCDEF, becn=1) / CNPPadding(reserved1=2**64 - 1, reserved2=0x0123456789ABCDEF), "cnp"),
    ]:
        yield name, frame, event(frame, kind)

    # Behind the IP packet, Ethernet padding is ignored, whatever it holds.
    frame = ether() / ip4() / udp() / ack(becn=1)
    yield "padded_with_zeros", raw(frame) + bytes(18), event(frame, "ack")
    yield "padded_with_ones", raw(frame) + b"\xff" * 5, event(frame, "ack")
    yield "padded_to_the_limit", raw(frame) + bytes(MAX_FRAME_BYTES - len(frame)), event(frame, "ack")

    # Fields that routers change after the ICRC was made. Offsets: IPv4 14.., UDP 34.., BTH 42..; IPv6 14.., UDP 54..
    v4, v6 = ether() / ip4() / udp() / ack(), ether() / ip6() / udp() / ack()
    becn, ce4 = ether() / ip4() / udp() / ack(becn=1), ether() / ip4(tos=3) / udp() / ack()
    ce6 = ether() / ip6(tc=3) / udp() / ack()
    yield "hop_changed_tos", patched(v4, 15, b"\x03"), event(ce4, "ack")
    yield "hop_changed_ttl_and_checksum", patched(v4, 22, b"\x01\x11\xbe\xef"), event(v4, "ack")
    yield "hop_changed_udp_checksum", patched(v4, 40, b"\xca\xfe"), event(v4, "ack")
    yield "hop_set_becn", patched(v4, 46, b"\x40"), event(becn, "ack")
    yield "hop_changed_class_and_flow", patched(v6, 14, b"\x60\x3a\xbc\xde"), event(ce6, "ack")
    yield "hop_changed_hop_limit", patched(v6, 21, b"\x01"), event(v6, "ack")


# ---- packets_dropped.pcap: one reason a frame ---------------------------------------------------------------------
def dropped():
    v4 = lambda *body, **fields: ether() / ip4(**fields) / udp() / (body[0] if body else ack())
    v6 = lambda *body, **fields: ether() / ip6(**fields) / udp() / (body[0] if body else ack())
    tagged = ether(2) / ip4() / udp() / ack()

    yield "oversized_by_one", raw(v4()) + bytes(MAX_FRAME_BYTES + 1 - len(v4())), "oversized"
    for name, frame, lengths in [
        ("ethernet", v4(), [1, 13]),
        ("vlan", tagged, [14, 17, 18, 21]),
        ("ipv4", v4(), [14, 33]),
        ("ipv4_options", ether() / ip4_options() / udp() / ack(), [34, 45]),
        ("ipv4_payload", v4(), [34, 42, 61]),
        ("ipv6", v6(), [14, 53]),
        ("ipv6_payload", v6(), [54, 81]),
    ]:
        for length in lengths:
            yield f"truncated_{name}_{length}", raw(frame)[:length], "truncated"
    yield "three_c_tags", ether() / Dot1Q() / Dot1Q() / Dot1Q() / ip4() / udp() / ack(), "vlan_depth"
    yield "s_tag_behind_two", ether() / Dot1Q() / Dot1Q() / Dot1AD() / ip4() / udp() / ack(), "vlan_depth"
    yield "arp", ether() / ARP(), "not_ip"
    yield "arp_behind_tags", ether(2) / ARP(), "not_ip"
    yield "rocev1", ether() / GRH(nexthdr=0x1B, paylen=20) / Raw(bytes(20)), "not_ip"
    yield "ieee_802_3_length", ether(type=46) / Raw(bytes(46)), "not_ip"
    yield "ipv4_type_version_6", ether(type=0x0800) / ip6() / udp() / ack(), "ip_version"
    yield "ipv6_type_version_4", ether(type=0x86DD) / ip4() / udp() / ack(), "ip_version"
    yield "ihl_4", v4(ihl=4), "ip_header"
    yield "ihl_0", v4(ihl=0), "ip_header"
    yield "more_fragments", v4(flags="MF"), "ip_fragment"
    yield "fragment_offset_1", v4(frag=1), "ip_fragment"
    yield "fragment_offset_max", v4(frag=0x1FFF), "ip_fragment"
    yield "tcp", ether() / ip4() / TCP(dport=4791), "not_udp"
    yield "ipv6_destination_options", ether() / ip6() / IPv6ExtHdrDestOpt() / udp() / Raw(bytes(20)), "not_udp"
    yield "ipv4_length_27", v4(len=27), "ip_length"
    yield "ipv4_options_length_39", ether() / ip4_options(len=39) / udp() / ack(), "ip_length"
    yield "ipv6_length_7", v6(plen=7), "ip_length"
    yield "ipv4_length_beyond_frame", v4(len=49), "truncated"
    yield "ipv6_length_beyond_frame", v6(plen=29), "truncated"
    yield "ipv6_jumbogram", v6(plen=0), "ip_length"
    yield "port_4790", patched(v4(), 36, struct.pack("!H", 4790)), "not_rocev2"
    yield "port_only_in_source", patched(v6(), 54, struct.pack("!HH", 4791, 53)), "not_rocev2"
    yield "udp_length_short", ether() / ip4() / udp(len=27) / ack(), "udp_length"
    yield "udp_length_long", ether() / ip6() / udp(len=29) / ack(), "udp_length"
    yield "udp_without_payload", ether() / ip4() / udp(), "roce_length"
    yield "udp_with_15_bytes", ether() / ip4() / udp() / Raw(b"\x11\0\xff\xff" + bytes(11)), "roce_length"
    for version in (1, 2, 4, 8):
        yield f"tver_{version}", v4(ack(version=version)), "bth_version"
    yield "tver_15_of_data", v6(bth(0x04, version=15) / Raw(bytes(8))), "bth_version"
    for opcode in (0x15, 0x18, 0x1F, 0x2C, 0x51, 0x63, 0x66, 0x80, 0x82, 0xFF):
        yield f"opcode_{opcode:02x}", v4(bth(opcode) / Raw(bytes(4))), "opcode_unknown"
    known = [*range(0x00, 0x15), 0x16, 0x17, *range(0x20, 0x2C), 0x64, 0x65]
    for opcode in known:
        if opcode != ACK:
            yield f"data_{opcode:02x}", v4(bth(opcode, ackreq=1) / Raw(bytes(range(32)))), "opcode_ignored"
    yield "data_padded", v6(bth(0x04, padcount=3) / Raw(b"payload!.\0\0\0")), "opcode_ignored"
    yield "data_without_payload", v4(bth(0x04)), "opcode_ignored"
    yield "ack_without_aeth", v4(bth()), "roce_length"
    yield "ack_with_8_bytes", v4(ack() / Raw(bytes(4))), "roce_length"
    yield "cnp_with_12_bytes", v6(bth(CNP_OPCODE) / Raw(bytes(12))), "roce_length"
    yield "cnp_with_20_bytes", v4(cnp(QPN_BASE) / Raw(bytes(4))), "roce_length"
    yield "ack_pad_1", v4(ack(padcount=1)), "bth_pad"
    yield "cnp_pad_3", v6(bth(CNP_OPCODE, padcount=3) / CNPPadding()), "bth_pad"

    # The ICRC: each byte of it, and one bit in each field that it protects.
    for i in range(1, 5):
        yield f"icrc_byte_{4 - i}", patched(v4(), -i, bytes([raw(v4())[-i] ^ 1])), "icrc"
    yield "icrc_big_endian", patched(v4(), -4, raw(v4())[:-5:-1]), "icrc"
    yield "icrc_zero", patched(v6(), -4, bytes(4)), "icrc"
    for name, frame, at in [
        ("ipv4_ident", v4(), 18), ("ipv4_flags", v4(), 20), ("ipv4_source", v4(), 26), ("ipv4_destination", v4(), 33),
        ("ipv4_option", ether() / ip4_options() / udp() / ack(), 34), ("udp_source", v4(), 35), ("bth_pkey", v4(), 44),
        ("bth_qp", v4(), 49), ("bth_reserved7", v4(), 50), ("psn", v4(), 51), ("aeth", v4(), 57),
        ("ipv6_source", v6(), 37), ("ipv6_destination", v6(), 38), ("cnp_reserved", v4(cnp(QPN_BASE)), 69),
    ]:
        bit = 0x80 if name == "ipv4_flags" else 0x01
        yield f"icrc_{name}", patched(frame, at, bytes([raw(frame)[at] ^ bit])), "icrc"

    for name, qp in [("below", -1), ("above", 1024), ("zero", -QPN_BASE), ("max", 0xFFFFFF - QPN_BASE)]:
        yield f"qpn_{name}", v4(ack(qp=qp)), "qpn_unknown"
        yield f"qpn_{name}_cnp", v6(cnp(QPN_BASE + qp)), "qpn_unknown"
    for syndrome in (0x20, 0x2E, 0x3F, 0xA0):
        yield f"rnr_nak_{syndrome:02x}", v4(ack(syndrome=syndrome)), "rnr_nak"
    for syndrome in (0x61, 0x62, 0x63, 0x64, 0x7F, 0xE1, 0x40, 0x5F, 0xC0):
        yield f"nak_{syndrome:02x}", v6(ack(syndrome=syndrome)), "nak_other"

    # Two faults: the earlier check names the reason.
    options = ether() / ip4_options(flags="MF") / udp() / ack()
    yield "two_oversized_and_arp", raw(ether() / ARP()) + bytes(1500), "oversized"
    yield "two_vlan_depth_and_cut", raw(ether() / Dot1Q() / Dot1Q() / Dot1Q())[:22], "vlan_depth"
    yield "two_ipv4_cut_and_version", raw(v4(version=6))[:33], "truncated"
    yield "two_ipv4_version_and_ihl", v4(version=5, ihl=4), "ip_version"
    yield "two_ihl_and_fragment", v4(ihl=4, flags="MF"), "ip_header"
    yield "two_options_cut_and_fragment", raw(options)[:49], "truncated"
    yield "two_fragment_and_tcp", ether() / ip4(flags="MF") / TCP(), "ip_fragment"
    yield "two_tcp_and_short", v4(len=27, proto=6), "not_udp"
    yield "two_short_and_cut", raw(v4(len=27))[:40], "ip_length"
    yield "two_payload_cut_and_port", patched(v4(), 36, b"\0\0")[:61], "truncated"
    yield "two_ipv6_cut_and_version", raw(v6(version=4))[:53], "truncated"
    yield "two_ipv6_version_and_next_header", v6(version=7, nh=6), "ip_version"
    yield "two_ipv6_next_header_and_length", v6(nh=6, plen=7), "not_udp"
    yield "two_ipv6_length_and_port", patched(v6(plen=7), 56, b"\0\0"), "ip_length"
    yield "two_port_and_udp_length", ether() / ip4() / udp(dport=1, len=1) / Raw(bytes(20)), "not_rocev2"
    yield "two_udp_length_and_roce_length", ether() / ip4() / udp(len=9) / Raw(bytes(4)), "udp_length"
    yield "two_udp_length_and_tver", ether() / ip4() / udp(len=27) / ack(version=1), "udp_length"
    yield "two_roce_length_and_tver", ether() / ip4() / udp() / Raw(b"\x11\x01\xff\xff" + bytes(11)), "roce_length"
    yield "two_tver_and_opcode", v4(bth(0xFF, version=1) / Raw(bytes(4))), "bth_version"
    yield "two_opcode_and_icrc", patched(v4(bth(0xFF)), -1, b"\x00"), "opcode_unknown"
    yield "two_ignored_and_icrc", patched(v4(bth(0x04)), -1, b"\x00"), "opcode_ignored"
    yield "two_length_and_pad", v4(bth(padcount=2)), "roce_length"
    yield "two_pad_and_icrc", patched(v4(ack(padcount=2)), -4, bytes(4)), "bth_pad"
    yield "two_icrc_and_qpn", patched(v4(ack(qp=-1)), -4, bytes(4)), "icrc"
    yield "two_qpn_and_rnr", v4(ack(qp=-1, syndrome=0x20)), "qpn_unknown"
    yield "two_qpn_and_nak", v6(ack(qp=1024, syndrome=0x61)), "qpn_unknown"


# ---- packets_fcr.pcap: CNPs that a switch has written an advice into ------------------------------------------------
def advice(version=1, kind=1, flags=0, seq=0, rate=0, validity=0, switch=0, rest=0):
    """The 16 bytes behind the BTH (layout::wire::cnp): version 4, kind 4, flags 8, number 16, Mbit/s 32, us 16, switch 16, 0."""
    return struct.pack("!BBHIHHI", version << 4 | kind, flags, seq, rate, validity, switch, rest)


def revised():
    """Every frame is a CNP to the parser; `fcr` is what its advice says, or why it gives none; null: it is an ordinary one."""

    def frame(ip, bytes16, qp=3, tags=0):
        return ether(tags) / ip() / udp() / bth(CNP_OPCODE, qp, 0, becn=1) / Raw(bytes16)

    def read(seq, rate, validity, switch, withdraw=0):
        return {"version": 1, "kind": 1, "withdraw": withdraw, "seq": seq, "rate": rate, "validity": validity, "switch": switch}

    def no(reason, version, kind):
        return {"version": version, "kind": kind, "drop": reason}

    full = dict(seq=0xABCD, rate=400_000, validity=500, switch=0x1234)
    cases = [
        ("advice_ipv4", frame(ip4, advice(**full)), read(**full)),
        ("advice_ipv6_tagged", frame(ip6, advice(**full), 1023, 2), read(**full)),
        ("withdraw", frame(ip4, advice(flags=1, seq=1, switch=9)), read(1, 0, 0, 9, 1)),
        ("all_ones", frame(ip4, b"\x11" + b"\xff" * 15), read(65535, 2**32 - 1, 65535, 65535, 1)),
        ("all_zero_but_version_and_kind", frame(ip6, b"\x11" + bytes(15)), read(0, 0, 0, 0)),
        ("each_field_its_own_bytes", frame(ip4, bytes([0x11, 0, *range(2, 12), 0, 0, 0, 0])),
         read(0x0203, 0x04050607, 0x0809, 0x0A0B)),
        ("flags_without_a_meaning", frame(ip4, advice(flags=0xFE, **full)), read(**full)),
        ("rest_not_zero", frame(ip4, advice(rest=0xDEADBEEF, **full)), read(**full)),
        ("version_0", frame(ip4, advice(version=0, **full)), no("fcr_version", 0, 1)),
        ("version_2", frame(ip4, advice(version=2, **full)), no("fcr_version", 2, 1)),
        ("kind_0", frame(ip6, advice(kind=0, **full)), no("fcr_kind", 1, 0)),
        ("kind_15", frame(ip4, advice(kind=15, **full)), no("fcr_kind", 1, 15)),
        ("two_version_and_kind", frame(ip4, advice(version=15, kind=0)), no("fcr_version", 15, 0)),
        ("last_bit_alone", frame(ip4, bytes(15) + b"\x01"), no("fcr_version", 0, 0)),
        ("ordinary", frame(ip4, bytes(16)), None),
    ]
    for name, built, expected in cases:
        yield name, built, {**event(built, "cnp"), "fcr": expected}
    # the ICRC covers the advice
    bad = patched(frame(ip4, advice(**full)), 14 + 20 + 8 + 12 + 4, b"\x01")
    yield "icrc_rate", bad, {**drop("icrc"), "fcr": read(**{**full, "rate": 400_000 | 1 << 24})}


# ---- packets_mixed.pcapng: a capture as one meets it, with a snap length ------------------------------------------
def mixed():
    """Name, frame, expectation, bytes that the capture kept (None: all)."""
    for i in range(8):
        data = ether() / ip4(tos=2) / udp() / bth(0x04, psn=i, ackreq=1) / Raw(bytes(256))
        yield f"data_{i}", data, drop("opcode_ignored"), None
        reply = ether() / ip4() / udp(sport=0xD000) / ack(qp=100, psn=i, becn=i & 1, msn=i)
        yield f"ack_{i}", reply, event(reply, "ack"), None
    frame = ether(1) / ip6() / udp(chksum=None) / cnp(QPN_BASE + 100)
    yield "cnp", frame, event(frame, "cnp"), None
    frame = ether() / ip4() / udp(sport=0xD000) / ack(qp=100, psn=8, syndrome=0x60)
    yield "nak", frame, event(frame, "loss"), None
    yield "cut_by_the_capture", ether() / ip4() / udp() / ack(), drop("truncated"), 48
    yield "arp", ether() / ARP(), drop("not_ip"), None


def main():
    files = {}

    def record(file, cases, write):
        files[file] = []
        for i, (name, frame, expected, kept) in enumerate(cases):
            data = frame if isinstance(frame, bytes) else raw(frame)
            time_ns = START_NS + i * STEP_NS
            write(data[:kept], time_ns, len(data))
            cut = {"orig_len": len(data)} if kept else {}
            files[file].append({"name": name, "time_ns": time_ns, **cut, **expected})
        names = [case["name"] for case in files[file]]
        assert len(names) == len(set(names)), "names are unique in a file"

    def pcap(file, cases):
        with RawPcapWriter(str(HERE / file), linktype=1, nano=True, endianness="<") as out:
            out.write_header(None)
            record(file, cases, lambda data, ns, length: out.write_packet(
                data, sec=ns // 10**9, usec=ns % 10**9, caplen=len(data), wirelen=length))

    pcap("packets_feedback.pcap", ((n, f, e, None) for n, f, e in feedback()))
    pcap("packets_dropped.pcap", ((n, f, drop(r), None) for n, f, r in dropped()))

    pcap("packets_fcr.pcap", ((n, f, e, None) for n, f, e in revised()))

    with RawPcapNgWriter(str(HERE / "packets_mixed.pcapng")) as out:
        out.linktype = 1
        out.write_header(None)
        record("packets_mixed.pcapng", mixed(), lambda data, ns, length: out.write_packet(
            data, sec=ns / 10**9, caplen=len(data), wirelen=length))

    head = {"scapy": scapy.VERSION, "qp_bits": QP_BITS, "qpn_base": QPN_BASE, "max_frame_bytes": MAX_FRAME_BYTES}
    lines = [f'  {json.dumps(key)}: {json.dumps(value)},' for key, value in head.items()]
    lines.append('  "files": {')
    for k, (file, cases) in enumerate(files.items()):
        body = ",\n".join("      " + json.dumps(case) for case in cases)
        lines.append(f"    {json.dumps(file)}: [\n{body}\n    ]" + ("," if k + 1 < len(files) else ""))
    text = "\n".join(["{", *lines, "  }", "}"]) + "\n"
    json.loads(text)
    (HERE / "packets.json").write_text(text)
    for file, cases in files.items():
        print(f"{file}: {len(cases)} frames")


if __name__ == "__main__":
    main()
