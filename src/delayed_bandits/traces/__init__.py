"""One module per feedback protocol: everything random about one replication, drawn up front."""
