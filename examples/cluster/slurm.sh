#!/bin/sh
# SPDX-License-Identifier: MIT
# A suite as a job array of Slurm: each task measures its part.  A task that was
# ended in the middle, its node's fault or not, is queued again and goes on,
# since a record gets its name when it is whole; none is measured twice.
#
#	sbatch --array=1-16 examples/cluster/slurm.sh suite.yaml results
#	tally diff before results
#
# The folder is one that all nodes see; else name one for each node, and copy
# them together.
#SBATCH --requeue
#SBATCH --ntasks=1
#SBATCH --output=/dev/null
#SBATCH --error=slurm-%A_%a.err
set -eu

suite=${1:?usage: sbatch --array=1-N slurm.sh SUITE.yaml FOLDER}
folder=${2:?usage: sbatch --array=1-N slurm.sh SUITE.yaml FOLDER}
part=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN + 1))
exec "${TALLY:-tally}" bench -j 1 --shard "$part/$SLURM_ARRAY_TASK_COUNT" \
	-o "$folder" --csv "$suite"
