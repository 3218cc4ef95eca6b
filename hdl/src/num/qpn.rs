//! The index of a QP, [`Qpn`]: the one number whose width is the configuration's ([`emit::width`]).

use super::U;
pub use emit::width::{width, width_of, QpBits, LEAST, MOST, QPN, QPS};

/// Index of a QP.
pub type Qpn = U<QPN>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_has_the_width_that_is_set_as_long_as_that_lives() {
        for bits in LEAST..=MOST {
            let outer = QpBits::set(bits);
            assert_eq!((width::<Qpn>(), width_of(2 * QPN + 7), width_of(QPN - 1)), (bits, 2 * bits + 7, QPN - 1));
            let inner = QpBits::set(LEAST);
            assert_eq!(QpBits::now(), LEAST);
            drop(inner);
            assert_eq!(QpBits::now(), bits);
            drop(outer);
        }
        assert_eq!(QpBits::now(), MOST);
    }

    #[test]
    fn a_number_of_qps_has_one_bit_more() {
        let _width = QpBits::set(5);
        let all = U::<QPS>::wrap(32);
        assert_eq!((width::<U<QPS>>(), all.raw(), U::<QPS>::max().raw()), (6, 32, 63));
        assert_eq!(all + all, 0);
        assert_eq!(crate::num::bits::<QPS>(Qpn::wrap(31)) + 1, all);
    }

    #[test]
    fn an_index_wraps_at_the_width_that_is_set() {
        let _width = QpBits::set(5);
        let last = Qpn::wrap(31);
        assert!(last.all() && !Qpn::from(30).all());
        assert_eq!(last + 1, 0);
        assert_eq!(Qpn::wrap(0) - 1, last);
        assert_eq!(!Qpn::from(0b101), 0b11010);
        assert_eq!(last << 1, 0b11110);
        assert_eq!((U::<24>::wrap(0xfff).get_bits::<QPN>(8), Qpn::new(32)), (15.into(), None));
        assert_eq!(last.replace_bit(5, true), last);
        assert!(!last.get_bit(5) && !last.get_bit(200));
    }

    #[test]
    #[should_panic(expected = "3 bits of a QP's index: expected 4 to 16")]
    fn a_width_that_no_design_has_is_refused() {
        let _width = QpBits::set(3);
    }
}
