"""What is kept: history in SQLite, one WAV a take. The only place that imports ``sqlite3``; audio is bytes here."""
