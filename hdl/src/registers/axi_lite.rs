//! The slave of AXI4-Lite: one write and one read at a time. A read sees every write that was taken before
//! it or with it, whether that has been answered or not.

use super::Last;
use crate::prelude::*;

/// From the five channels to the registers' bus.
#[derive(LogicBlock)]
pub struct AxiLite {
    pub clock: Signal<In, ClkRst>,
    pub awaddr: Signal<In, U<12>>,
    pub awvalid: Signal<In, Bit>,
    pub awready: Signal<Out, Bit>,
    pub wdata: Signal<In, U<32>>,
    pub wstrb: Signal<In, U<4>>,
    pub wvalid: Signal<In, Bit>,
    pub wready: Signal<Out, Bit>,
    pub bvalid: Signal<Out, Bit>,
    pub bready: Signal<In, Bit>,
    pub araddr: Signal<In, U<12>>,
    pub arvalid: Signal<In, Bit>,
    pub arready: Signal<Out, Bit>,
    pub rdata: Signal<Out, U<32>>,
    pub rvalid: Signal<Out, Bit>,
    pub rready: Signal<In, Bit>,
    pub bus: Signal<Out, RegisterBus>,
    pub last: Signal<Out, Last>,
    pub taken: Signal<In, Bit>,
    pub attempt: Signal<Out, Bit>,
    pub take: Signal<Out, Bit>,
    pub word: Signal<In, U<32>>,

    address_held: Reg<Bit>,
    data_held: Reg<Bit>,
    windex: Reg<U<10>>,
    write_data: DReg<U<32>>,
    whole: DReg<Bit>,
    write: Reg<Bit>,
    answered: Reg<Bit>,
    last_index: Reg<U<10>>,
    last_data: DReg<U<32>>,

    reading: Reg<Bit>,
    rindex: Reg<U<10>>,
    age: Reg<U<3>>,
    read_data: DReg<U<32>>,
    read_valid: Reg<Bit>,

    starts: Signal<Local, Bit>,
    read: Signal<Local, Bit>,
    last_age: Constant<U<3>>,
}

/// Cycles from a read's address to the one in which its word is looked up: by then a write that was taken in the same
/// cycle has counted for two cycles, so that what it has started shows too.
const LOOK_UP: u64 = 5;

impl Default for AxiLite {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            awaddr: Default::default(),
            awvalid: Default::default(),
            awready: Default::default(),
            wdata: Default::default(),
            wstrb: Default::default(),
            wvalid: Default::default(),
            wready: Default::default(),
            bvalid: Default::default(),
            bready: Default::default(),
            araddr: Default::default(),
            arvalid: Default::default(),
            arready: Default::default(),
            rdata: Default::default(),
            rvalid: Default::default(),
            rready: Default::default(),
            bus: Default::default(),
            last: Default::default(),
            taken: Default::default(),
            attempt: Default::default(),
            take: Default::default(),
            word: Default::default(),
            address_held: Default::default(),
            data_held: Default::default(),
            windex: Default::default(),
            write_data: Default::default(),
            whole: Default::default(),
            write: Default::default(),
            answered: Default::default(),
            last_index: Default::default(),
            last_data: Default::default(),
            reading: Default::default(),
            rindex: Default::default(),
            age: Default::default(),
            read_data: Default::default(),
            read_valid: Default::default(),
            starts: Default::default(),
            read: Default::default(),
            last_age: Constant::new((LOOK_UP + 1).into()),
        }
    }
}

impl Logic for AxiLite {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module axi_lite");
        comment!("@doc AXI4-Lite slave: one write and one read at a time. A read is looked up five cycles behind its address, so that it sees every write of which address and data were taken by then. All outputs are registers, or one gate behind.");
        comment!("@port awaddr byte address; bits 1:0 are ignored");
        comment!("@port wstrb a write with less than all ones is refused");
        comment!("@port bus_write the write counts; index and data were the same in the cycle before");
        comment!("@port bus_windex which word is written");
        comment!("@port bus_wdata what");
        comment!("@port bus_rindex which word is read");
        comment!("@port last_index which word the write before this one wrote, 0 if it was refused");
        comment!("@port last_data what");
        comment!("@port attempt a write, whether it counts or not");
        comment!("@port taken a write has an effect");
        comment!("@port take the word is taken at the end of this cycle");
        comment!("@port word the word at bus_rindex of the cycle before");
        comment!(
            "@constant last_age age of a read, counted from the cycle behind its address, at which its answer is there"
        );
        clock!(self, clock, address_held, data_held, windex, write_data, whole, write, answered, last_index, last_data);
        clock!(self, clock, reading, rindex, age, read_data, read_valid);

        comment!("Write: take address and data, in any order; no data before the last answer is taken, so that what is taken counts at once");
        self.awready.next = !self.address_held.q.val();
        self.wready.next = !self.data_held.q.val() & !self.answered.q.val();
        self.address_held.d.next = self.address_held.q.val() | self.awvalid.val();
        self.data_held.d.next = self.data_held.q.val() | (self.wvalid.val() & !self.answered.q.val());
        self.windex.d.next = self.windex.q.val();
        self.write_data.d.next = self.write_data.q.val();
        self.whole.d.next = self.whole.q.val();
        if self.awvalid.val() & !self.address_held.q.val() {
            self.windex.d.next = self.awaddr.val().get_bits::<10>(2);
        }
        if self.wvalid.val() & !self.data_held.q.val() & !self.answered.q.val() {
            self.write_data.d.next = self.wdata.val();
            self.whole.d.next = self.wstrb.val().all();
        }

        comment!("Write: a cycle for the registers to look at it, then it counts, and is answered");
        self.write.d.next = self.address_held.q.val() & self.data_held.q.val() & !self.write.q.val();
        self.answered.d.next = self.answered.q.val() & !self.bready.val();
        self.last_index.d.next = self.last_index.q.val();
        self.last_data.d.next = self.last_data.q.val();
        if self.write.q.val() {
            self.address_held.d.next = false;
            self.data_held.d.next = false;
            self.answered.d.next = true;
            self.last_index.d.next = 0.into();
            if self.whole.q.val() & self.taken.val() {
                self.last_index.d.next = self.windex.q.val();
            }
            self.last_data.d.next = self.write_data.q.val();
        }
        self.bvalid.next = self.answered.q.val();
        self.attempt.next = self.write.q.val();
        self.bus.next.write = self.write.q.val() & self.whole.q.val();
        self.bus.next.windex = self.windex.q.val();
        self.bus.next.wdata = self.write_data.q.val();
        self.last.next.index = self.last_index.q.val();
        self.last.next.data = self.last_data.q.val();

        comment!("Read: the address; the word, when the writes that were taken by then have counted");
        self.arready.next = !self.reading.q.val();
        self.starts.next = self.arvalid.val() & !self.reading.q.val();
        self.reading.d.next =
            (self.reading.q.val() | self.arvalid.val()) & !(self.read_valid.q.val() & self.rready.val());
        self.rindex.d.next = self.rindex.q.val();
        self.age.d.next = 0.into();
        if self.age.q.val().any() & (self.age.q.val() != self.last_age.val()) {
            self.age.d.next = self.age.q.val() + 1;
        }
        if self.starts.val() {
            self.rindex.d.next = self.araddr.val().get_bits::<10>(2);
            self.age.d.next = 1.into();
        }
        self.bus.next.rindex = self.rindex.q.val();
        self.read.next = self.age.q.val() == self.last_age.val();
        self.take.next = self.read.val();
        self.read_data.d.next = self.read_data.q.val();
        self.read_valid.d.next = self.read_valid.q.val() & !self.rready.val();
        if self.read.val() {
            self.read_data.d.next = self.word.val();
            self.read_valid.d.next = true;
        }
        self.rdata.next = self.read_data.q.val();
        self.rvalid.next = self.read_valid.q.val();
    }
}
