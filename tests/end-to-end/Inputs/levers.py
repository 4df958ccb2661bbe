"""Runs and verifies wmma_fmha_fwd for every combination of its levers."""
import itertools
import subprocess
import sys

LENGTHS = ["seqlen_q=64,seqlen_k=64", "seqlen_q=33,seqlen_k=80", "seqlen_q=50,seqlen_k=19"]

failures = 0
for size, dtype, mask, stage, heads in itertools.product(
    (64, 128), ("f16", "bf16"), ("none", "causal"), ("off", "on"), ("4", "2")
):
    for lengths in LENGTHS:
        command = [
            "rocke-run", "--kernel", "wmma_fmha_fwd", "--arch", "gfx1151", "--device", "sim", "--verify",
            "--set", f"head_size={size},dtype={dtype},mask_mode={mask},v_lds_stage={stage}",
            "--problem", f"batch=2,heads_q=4,heads_kv={heads},{lengths}",
        ]  # fmt: skip
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            failures += 1
            print(" ".join(command), run.stderr, sep="\n")
sys.exit(1 if failures else 0)
