#!/usr/bin/env bash
# 10^9 events over all blocks, the slow ones with fewer: campaign after campaign, one table. A second call goes on where the first one
# ended, as long as the revision is the same.
#   tests/campaign/billion.sh RESULTS [SEED]
set -euo pipefail

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
  echo "billion.sh: expected RESULTS [SEED]" >&2
  exit 2
fi
results=$1 seed=${2:-1}
millions="recip:100 psn:100 choice:100 sent:100 issue:100 pawa:100 interval:100 hops:100 registers:100 inflight:30 window:30 parser:10 engine:10 top:10 nic:10 shaper:10 sender:10"
start=$SECONDS
{
  for share in $millions; do
    block=${share%:*}
    "$(dirname "$0")/local.sh" 4 "$results/$block" --block "$block" --events "${share#*:}000000" --seed "$seed" || exit
  done
} | awk -v least=1000000000 '
  /^block / { if (!head++) print; next }
  $NF == "EQUAL" { print; fflush(); events += $2; cycles += $3; next }
  /^EQUAL: / { next }
  / shards, seed / { if (!said++) print; next }
  { print } # a report
  END {
    printf "all %.0f events in %.0f cycles\n", events, cycles
    if (events < least) { print "expected at least " least " equal events"; exit 1 }
  }'
echo "seed $seed, $((SECONDS - start)) s on $(nproc) cores in this call"
