// A small design to test the test bench with: a keyed multiply-accumulate of three stages with one stall for all.
// sum[key] = (clear ? 0 : sum[key]) + a * b + c, and the new sum is the result. It has what the real blocks have: valid
// and ready on both sides, a memory, a read-modify-write hazard with its forwarding, and a port wider than 64 bits.
module mac (
    input             clk,
    input             rst,
    input             in_valid,
    output            in_ready,
    input             in_clear,
    input      [7:0]  in_key,
    input      [31:0] in_a,
    input      [31:0] in_b,
    input      [95:0] in_c,
    output            out_valid,
    input             out_ready,
    output reg [7:0]  out_key,
    output reg [95:0] out_sum,
    output reg [15:0] count
);
    reg         s0_valid, s0_clear, s1_valid, s1_clear, s2_valid;
    reg  [7:0]  s0_key, s1_key;
    reg  [63:0] s0_p, s1_p;
    reg  [95:0] s0_c, s1_c, s1_old;
    reg  [95:0] sums [0:255];
    reg [255:0] known;

    wire        go = out_ready | ~s2_valid;
    wire [95:0] s1_sum = (s1_clear ? 96'd0 : s1_old) + {32'd0, s1_p} + s1_c;
    wire        forward = s1_valid & (s0_key == s1_key);

    assign in_ready = go;
    assign out_valid = s2_valid;

    always @(posedge clk) begin
        if (rst) begin
            s0_valid <= 1'b0;
            s1_valid <= 1'b0;
            s2_valid <= 1'b0;
            known <= 256'd0;
            count <= 16'd0;
        end else begin
            if (go) begin
                s0_valid <= in_valid;
                s1_valid <= s0_valid;
                s2_valid <= s1_valid;
                if (s1_valid) known[s1_key] <= 1'b1;
            end
            if (out_valid & out_ready) count <= count + 16'd1;
        end
        if (go) begin
            s0_clear <= in_clear;
            s0_key <= in_key;
            s0_p <= {32'd0, in_a} * {32'd0, in_b};
            s0_c <= in_c;
            s1_clear <= s0_clear;
            s1_key <= s0_key;
            s1_p <= s0_p;
            s1_c <= s0_c;
            s1_old <= forward ? s1_sum : known[s0_key] ? sums[s0_key] : 96'd0;
            out_key <= s1_key;
            out_sum <= s1_sum;
            if (s1_valid) sums[s1_key] <= s1_sum;
        end
    end
endmodule
