"""Names of the variants of ODAAF in the claims on Pike-Burke et al. 2018."""

NAMES = {
    "odaaf": "ODAAF",
    "odaaf_b": "ODAAF-B",
    "odaaf_v": "ODAAF-V",
    "odaaf_b_first": "ODAAF-B, first arm bridges",
    "odaaf_v_first": "ODAAF-V, first arm bridges",
    "odaaf_naive": "naive bound",
}
