"""check.py (<report> <max_abs>)...: each report of a verified wmma_fmha_fwd at head size 128 passes with
an error of at most max_abs, and its loop over the keys holds 16 matrix instructions."""
import json
import sys

arguments = sys.argv[1:]
for path, bound in zip(arguments[::2], arguments[1::2]):
    with open(path) as file:
        report = json.load(file)
    verify = report["verify"]
    assert verify["pass"] is True, (path, verify)
    assert 0 < verify["max_abs"] <= float(bound), (path, verify)
    assert report["resources"]["vgpr_spills"] == 0, (path, report["resources"])
    loops = report["matrix_loops"]
    assert any(loop["mix"]["matrix"] == 16 for loop in loops), (path, loops)
    # Every wavefront runs its matrix instructions: 16 per 16 keys of each 16 queries.
    tiles = 4 * 8 * 32 * (32 if report["spec"]["mask_mode"] == "none" else 16.5)
    assert report["executed"]["matrix"] >= 16 * tiles, (path, report["executed"])
