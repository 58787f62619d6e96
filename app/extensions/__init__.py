"""What integrations and apps share. For now: whether the system's key store can be used."""
