"""The commands a person types. Each sub-command is one module; ``main`` joins them."""
