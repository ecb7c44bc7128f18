"""Verification: a finished run is what its manifest, its plan and its run files say."""
