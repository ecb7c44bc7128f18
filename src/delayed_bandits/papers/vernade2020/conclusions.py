"""Conclusions on Vernade et al. 2020."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS: list[Conclusion] = []
