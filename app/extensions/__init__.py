"""What integrations and apps share, below the protocols they speak.

How they get here and go: ``installer``, ``packages``, ``pack``, ``removal`` and what these use. Their secrets:
``secrets``, ``key_store``, ``secret_mask``. Their processes: ``programs`` finds what a command means in the ``PATH`` of
``login_path``, ``process`` starts it with the variables of ``environment`` and ends it, ``guard`` ends it when the host
is gone, ``log_ring`` keeps what it says.
"""
