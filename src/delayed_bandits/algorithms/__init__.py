"""One module per family of algorithms; each replays a trace and says which arm it plays."""
