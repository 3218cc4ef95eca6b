#!/usr/bin/env bash
# A sweep of `simulate` on this machine: all shards at once, each on a core, then the table of all. A second call goes
# on where the first ended, as long as the revision is the same.
#   tests/campaign/sweep.sh SHARDS RESULTS SCENARIO [flags of simulate]
set -euo pipefail

if [ $# -lt 3 ]; then
  echo "sweep.sh: expected SHARDS RESULTS SCENARIO [flags of simulate]" >&2
  exit 2
fi
shards=$1 results=$2/$(git rev-parse --short=12 HEAD)
shift 2
program=${ACKWRIGHT:-${CARGO_TARGET_DIR:-target}/release/ackwright}
started=()
# whoever ends this ends its shards
trap 'kill "${started[@]}" 2>/dev/null || true; exit 130' INT TERM
for ((i = 1; i <= shards; i++)); do
  # what a shard says of its runs is of no interest: its table is the merge's
  "$program" simulate "$@" --shard "$i/$shards" --results "$results" --resume >/dev/null &
  started+=($!)
done
status=0
for one in "${started[@]}"; do
  # the worst of them
  wait "$one" || { ended=$?; [ "$ended" -le "$status" ] || status=$ended; }
done
[ "$status" -le 1 ] || exit "$status"
# after runs in which nothing arrived the others are there, and the table says which failed
merged=0
"$program" simulate merge "$results" || merged=$?
exit $((status > merged ? status : merged))
