// Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// A read is sent across when every write that was taken with its address or before it has been answered on the other
// side, whatever the two clocks do; it does not wait for a write that a reset has cut, or may have.
//
// Writes are numbered, modulo four: as they are taken, as they begin on the other side, and as they are answered there.
module ackw_axil_async_properties #(
  parameter ADDR_WIDTH = 1
) (
  input wire s_aclk,
  input wire s_aresetn,
  input wire s_awvalid,
  input wire s_awready,
  input wire s_bvalid,
  input wire write_lost,
  input wire asked,
  input wire read,
  input wire read_ready,
  input wire m_aclk,
  input wire m_aresetn,
  input wire m_bvalid,
  input wire writing
);

  reg       s_started = 1'b0;
  reg       m_started = 1'b0;
  reg [1:0] taken     = 2'd0; // the last write that was taken
  reg       cut       = 1'b1; // since the last write was taken a reset has cut it, or there has been none since this side's reset
  reg [1:0] begun     = 2'd0; // the last write that began on the other side
  reg [1:0] answered  = 2'd0; // the last one that was answered there
  reg       writing_was = 1'b0;

  wire      write = s_awvalid && s_awready;
  wire      sends = asked && read && read_ready;

  always @(posedge s_aclk) begin
    s_started <= 1'b1;
    if (write) taken <= taken + 1'b1;
  end

  always @(posedge s_aclk or negedge s_aresetn) begin
    if (!s_aresetn) cut <= 1'b1;
    else if (write) cut <= 1'b0;
    else if (s_bvalid && write_lost) cut <= 1'b1;
  end

  always @(posedge m_aclk) begin
    m_started <= 1'b1;
    if (writing && !writing_was) begun <= taken;
    if (writing && m_bvalid) answered <= writing_was ? begun : taken;
  end

  always @(posedge m_aclk or negedge m_aresetn) begin
    if (!m_aresetn) writing_was <= 1'b0;
    else writing_was <= writing;
  end

  always @* begin
    if (!s_started) assume (!s_aresetn);
    if (!m_started) assume (!m_aresetn);
  end

  always @* if (s_started && m_started && s_aresetn && m_aresetn) begin
    if (sends && !cut && !(s_bvalid && write_lost)) assert (answered == taken);
  end

  always @(posedge s_aclk) begin
    cover (s_started && m_started && sends && !cut && taken == 2'd2);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_axil_async ackw_axil_async_properties #(.ADDR_WIDTH(ADDR_WIDTH)) u_properties (.*);
`endif

`default_nettype wire
