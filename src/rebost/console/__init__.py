"""The face for a person in a browser: pages over `Memory`, on this machine only. Its texts stand in `texts/`, never in code."""
