// The place of the highest one, for every word.
//: a pos any

  wire [WIDTH-1:0] above = a >> pos;

  always @* begin
    assert (any == |a);
    if (any) assert (above == 1);
    if (!any) assert (pos == 0);
    cover (pos == WIDTH - 1);
  end
