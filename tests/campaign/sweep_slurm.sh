#!/usr/bin/env bash
# A sweep of `simulate` as a Slurm array: each task does a shard, and goes on where it ended when it is started again.
#   sbatch --array=1-16 tests/campaign/sweep_slurm.sh RESULTS load --cc ldcp,hpcc --loads 0.3,0.5,0.8 --seeds 1..8
#   ackwright simulate merge RESULTS
# RESULTS must be seen by all nodes. ACKWRIGHT is the program, unless it is target/release/ackwright where sbatch runs.
#SBATCH --job-name=ackwright-sweep
#SBATCH --cpus-per-task=1
#SBATCH --time=24:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

if [ $# -lt 2 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ] || [ -z "${SLURM_ARRAY_TASK_COUNT:-}" ]; then
  echo "sweep_slurm.sh: expected sbatch --array=1-N …/sweep_slurm.sh RESULTS SCENARIO [flags of simulate]" >&2
  exit 2
fi
results=$1
shift
exec "${ACKWRIGHT:-target/release/ackwright}" simulate "$@" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --results "$results" --resume
