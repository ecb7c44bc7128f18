"""Findings on what a delay costs, and on whether handling it pays."""

CLAIMS, CONCLUSIONS = [], []
