"""Result files, where they come from, and which sources a step hangs on."""
