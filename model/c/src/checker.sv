// Holds @MODULE@ of configuration @HASH@ against the golden model, every output in every cycle:
//   bind @MODULE@ @MODULE@_checker check (.*);
// Ends the simulation at the first difference. Written by `cargo run -p ackwright-c --example checker`; link libackwright_c.
module @MODULE@_checker (
  input wire clk,
@PORTS@
);
  import "DPI-C" function int unsigned ackw_abi();
  import "DPI-C" function string ackw_last_error();
  import "DPI-C" function int ackw_block_new(input string toml, input string block, output chandle made);
  import "DPI-C" function void ackw_block_free(input chandle block);
  import "DPI-C" function int ackw_block_step(
    input chandle block,
    input bit [32*@IN_WORDS@-1:0] inputs, input int unsigned in_words,
    output bit [32*@OUT_WORDS@-1:0] outputs, output bit [32*@OUT_WORDS@-1:0] counts, input int unsigned out_words
  );

  chandle model;
  longint unsigned cycles = 0;   // of the model
  longint unsigned compared = 0; // those in which an output meant something
  bit failed = 0;

  bit [32*@IN_WORDS@-1:0] inputs;
  bit [32*@OUT_WORDS@-1:0] expected;
  bit [32*@OUT_WORDS@-1:0] counts;
  logic [32*@OUT_WORDS@-1:0] seen;
  logic [32*@OUT_WORDS@-1:0] differs;

  initial begin
    if (ackw_abi() != @ABI@) $fatal(1, "@MODULE@_checker: libackwright_c is of another version");
    if (ackw_block_new("@TOML@", "@BLOCK@", model) != 0) $fatal(1, "@MODULE@_checker: %s", ackw_last_error());
  end

  always @(posedge clk) begin
    inputs = {
    @INPUT@
    };
    seen = {
    @OUTPUT@
    };
    if (ackw_block_step(model, inputs, @IN_WORDS@, expected, counts, @OUT_WORDS@) != 0) begin
      failed = 1;
      $fatal(1, "@MODULE@_checker: %s", ackw_last_error());
    end
    differs = (seen ^ expected) & counts;
    if (differs !== 0 && !failed) begin
      failed = 1;
      $display("@MODULE@ differs from its model in cycle %0d:", cycles);
@SAY@
      $fatal(1, "@MODULE@_checker: MISMATCH");
    end
    cycles = cycles + 1;
    if (counts != 0) compared = compared + 1;
  end

  final begin
    if (!failed && compared != 0) $display("PASS @MODULE@: %0d of %0d cycles compared", compared, cycles);
    else $display("FAIL @MODULE@: %0d of %0d cycles compared", compared, cycles);
    ackw_block_free(model);
  end
endmodule
