// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// AXI4-Lite slave: one write and one read at a time. A read is looked up five cycles behind its address, so that it
// sees every write of which address and data were taken by then. All outputs are registers, or one gate behind.
module ackw_axi_lite (
  input  wire        clk,        // clock, rising edge
  input  wire        rst_n,      // reset, active low, synchronous
  input  wire [11:0] awaddr,     // byte address; bits 1:0 are ignored
  input  wire        awvalid,
  output wire        awready,
  input  wire [31:0] wdata,
  input  wire [3:0]  wstrb,      // a write with less than all ones is refused
  input  wire        wvalid,
  output wire        wready,
  output wire        bvalid,
  input  wire        bready,
  input  wire [11:0] araddr,
  input  wire        arvalid,
  output wire        arready,
  output wire [31:0] rdata,
  output wire        rvalid,
  input  wire        rready,
  output wire        bus_write,  // the write counts; index and data were the same in the cycle before
  output wire [9:0]  bus_windex, // which word is written
  output wire [31:0] bus_wdata,  // what
  output wire [9:0]  bus_rindex, // which word is read
  output reg  [9:0]  last_index, // which word the write before this one wrote, 0 if it was refused
  output reg  [31:0] last_data,  // what
  input  wire        taken,      // a write has an effect
  output wire        attempt,    // a write, whether it counts or not
  output wire        take,       // the word is taken at the end of this cycle
  input  wire [31:0] word        // the word at bus_rindex of the cycle before
);

  // age of a read, counted from the cycle behind its address, at which its answer is there
  localparam [2:0] LAST_AGE = 3'd6;

  reg         address_held;
  reg         data_held;
  reg  [9:0]  windex;
  reg  [31:0] write_data;
  reg         whole;
  reg         write;
  reg         answered;
  reg         reading;
  reg  [9:0]  rindex;
  reg  [2:0]  age;
  reg  [31:0] read_data;
  reg         read_valid;

  wire starts;
  wire read;

  // Write: take address and data, in any order; no data before the last answer is taken, so that what is taken counts
  // at once
  assign awready = !address_held;
  assign wready = !data_held & !answered;

  // Write: a cycle for the registers to look at it, then it counts, and is answered
  assign bvalid = answered;
  assign attempt = write;
  assign bus_write = write & whole;
  assign bus_windex = windex;
  assign bus_wdata = write_data;

  // Read: the address; the word, when the writes that were taken by then have counted
  assign arready = !reading;
  assign starts = arvalid & !reading;
  assign bus_rindex = rindex;
  assign read = age == LAST_AGE;
  assign take = read;
  assign rdata = read_data;
  assign rvalid = read_valid;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      address_held <= 1'b0;
      data_held <= 1'b0;
      windex <= 10'd0;
      write <= 1'b0;
      answered <= 1'b0;
      last_index <= 10'd0;
      reading <= 1'b0;
      rindex <= 10'd0;
      age <= 3'd0;
      read_valid <= 1'b0;
    end else begin
      address_held <= address_held | awvalid;
      data_held <= data_held | (wvalid & !answered);
      if (awvalid & !address_held) begin
        windex <= awaddr[11:2];
      end

      write <= address_held & data_held & !write;
      answered <= answered & !bready;
      if (write) begin
        address_held <= 1'b0;
        data_held <= 1'b0;
        answered <= 1'b1;
        last_index <= 10'd0;
        if (whole & taken) begin
          last_index <= windex;
        end
      end

      reading <= (reading | arvalid) & !(read_valid & rready);
      age <= 3'd0;
      if ((|age) & (age != LAST_AGE)) begin
        age <= age + 3'd1;
      end
      if (starts) begin
        rindex <= araddr[11:2];
        age <= 3'd1;
      end
      read_valid <= read_valid & !rready;
      if (read) begin
        read_valid <= 1'b1;
      end
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    if (wvalid & !data_held & !answered) begin
      write_data <= wdata;
      whole <= &wstrb;
    end

    if (write) begin
      last_data <= write_data;
    end

    if (read) begin
      read_data <= word;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, awaddr[1:0], araddr[1:0]};

endmodule

`default_nettype wire
