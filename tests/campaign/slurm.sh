#!/usr/bin/env bash
# A campaign as a Slurm array: each task does a shard, and goes on where it ended when it is started again.
#   sbatch --array=1-16 tests/campaign/slurm.sh RESULTS --block engine --events 1000000000
#   ackwright verify merge RESULTS
# RESULTS must be seen by all nodes. ACKWRIGHT is the program, unless target/release/ackwright below the folder of sbatch.
#SBATCH --job-name=ackwright
#SBATCH --cpus-per-task=4
#SBATCH --time=24:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

if [ $# -lt 1 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ] || [ -z "${SLURM_ARRAY_TASK_COUNT:-}" ]; then
  echo "slurm.sh: expected sbatch --array=1-N tests/campaign/slurm.sh RESULTS [flags of verify]" >&2
  exit 2
fi
results=$1
shift
exec "${ACKWRIGHT:-target/release/ackwright}" verify "$@" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --results "$results" --resume
