#!/usr/bin/env bash
# A campaign on this machine: shard after shard, each on all cores, then the table of all. A second call goes on where the first
# one ended, as long as the revision is the same.
#   tests/campaign/local.sh SHARDS RESULTS [flags of verify]
set -euo pipefail

if [ $# -lt 2 ]; then
  echo "local.sh: expected SHARDS RESULTS [flags of verify]" >&2
  exit 2
fi
shards=$1 results=$2/$(git rev-parse --short=12 HEAD)
shift 2
program=${ACKWRIGHT:-${CARGO_TARGET_DIR:-target}/release/ackwright}
for ((i = 1; i <= shards; i++)); do
  # a shard's own table is of no interest unless something is wrong
  log=$("$program" verify "$@" --shard "$i/$shards" --results "$results" --resume) || {
    status=$?
    echo "$log"
    exit "$status"
  }
done
exec "$program" verify merge "$results" --junit "$results/junit.xml"
