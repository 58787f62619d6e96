-- user_version 1000
-- What is installed, for whom, and every call that was made. Times are seconds since 1970, UTC. No secret is in here.
CREATE TABLE profiles (
    profile TEXT PRIMARY KEY,
    name    TEXT NOT NULL
) STRICT;

INSERT INTO profiles VALUES ('default', 'Default');

CREATE TABLE installs (
    integration_id    TEXT    PRIMARY KEY,
    profile           TEXT    NOT NULL REFERENCES profiles (profile),
    source_kind       TEXT    NOT NULL,
    source_location   TEXT    NOT NULL,
    folder            TEXT    NOT NULL,
    manifest          TEXT    NOT NULL,           -- JSON, as it is in force
    manifest_bytes    BLOB    NOT NULL,           -- as it was approved
    digest            TEXT    NOT NULL,           -- SHA-256 of manifest_bytes
    approved_unix_s   REAL    NOT NULL,           -- the first time
    short_name        TEXT    NOT NULL,
    enabled           INTEGER NOT NULL,
    transcript_access INTEGER NOT NULL,
    reload_by_itself  INTEGER NOT NULL,
    has_manifest      INTEGER NOT NULL,
    fills_in          INTEGER NOT NULL,
    ask_for           TEXT,
    pills             TEXT    NOT NULL,           -- this and what follows: JSON
    field_values      TEXT    NOT NULL,
    secret_names      TEXT    NOT NULL,
    environment       TEXT    NOT NULL,
    growth            TEXT    NOT NULL,
    confirmed         TEXT    NOT NULL,
    kept              TEXT    NOT NULL,
    connected_digest  TEXT    NOT NULL,           -- of the manifest whose server connected last; '' for none
    UNIQUE (profile, short_name)
) STRICT;

-- Grows with every change of an install, so that another process can tell that there was one.
CREATE TABLE revision (
    only   INTEGER PRIMARY KEY CHECK (only = 1),
    number INTEGER NOT NULL
) STRICT;

INSERT INTO revision VALUES (1, 0);

CREATE TRIGGER installs_insert AFTER INSERT ON installs BEGIN UPDATE revision SET number = number + 1; END;
CREATE TRIGGER installs_update AFTER UPDATE ON installs BEGIN UPDATE revision SET number = number + 1; END;
CREATE TRIGGER installs_delete AFTER DELETE ON installs BEGIN UPDATE revision SET number = number + 1; END;

-- Names of secrets that belong to nothing any more and could not be deleted from the key store yet.
CREATE TABLE left_secrets (
    integration_id TEXT NOT NULL,
    name           TEXT NOT NULL,
    PRIMARY KEY (integration_id, name)
) STRICT;

CREATE TABLE calls (
    id              INTEGER PRIMARY KEY,
    call_id         TEXT    NOT NULL,
    at_unix_s       REAL    NOT NULL,
    integration_id  TEXT    NOT NULL,
    tool            TEXT    NOT NULL,
    origin          TEXT    NOT NULL,
    turn_id         TEXT    NOT NULL,             -- '' for none
    arguments       TEXT    NOT NULL,             -- JSON, secrets masked
    surface         TEXT    NOT NULL,             -- where it was approved; '' for nowhere
    actor           TEXT    NOT NULL,
    failure         TEXT    NOT NULL,             -- class; '' when it went well
    message         TEXT    NOT NULL,
    duration_s      REAL    NOT NULL
) STRICT;

CREATE INDEX calls_by_time ON calls (at_unix_s);
CREATE INDEX calls_by_integration ON calls (integration_id);
