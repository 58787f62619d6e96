-- user_version 1001
-- What an agent turn left behind. Only adds: a Voxnotch of 1000 reads `finished_turns`, which stays as it was because
-- it counts the columns there, writes the columns that it knows, and deletes with the triggers and keys of this file.
ALTER TABLE turns ADD COLUMN thread_id TEXT;                               -- NULL: not of a thread
ALTER TABLE turns ADD COLUMN answer TEXT NOT NULL DEFAULT '';              -- is indexed as part of `words`
ALTER TABLE turns ADD COLUMN route TEXT NOT NULL DEFAULT '';
ALTER TABLE turns ADD COLUMN answer_model TEXT NOT NULL DEFAULT '';
ALTER TABLE turns ADD COLUMN ended_unix_s REAL NOT NULL DEFAULT 0;

CREATE INDEX turns_of_thread ON turns (thread_id, id) WHERE thread_id IS NOT NULL AND finished;

CREATE VIEW kept_turns AS
    SELECT id, turn_id, kind, started_unix_s, outcome, text, raw_text, language, model, audio_s, app_id, has_audio,
           error_code, thread_id, answer, route, answer_model, ended_unix_s
    FROM turns WHERE finished;

-- In the form of the model layer; beside the rows, for it may be large and no page shows it.
CREATE TABLE turn_contexts (
    turn            INTEGER PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE,
    context         BLOB    NOT NULL
) STRICT;

CREATE TABLE turn_calls (
    turn            INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
    position        INTEGER NOT NULL,           -- in the order in which they were made
    call_id         TEXT    NOT NULL,
    integration_id  TEXT    NOT NULL,
    tool            TEXT    NOT NULL,
    tool_title      TEXT    NOT NULL,
    integration_name TEXT   NOT NULL,
    icon_path       TEXT    NOT NULL,
    failure         TEXT    NOT NULL,           -- a class of V-6.24, or empty
    message         TEXT    NOT NULL,
    duration_s      REAL    NOT NULL,
    card            TEXT,                       -- JSON; last, for it may be large
    UNIQUE (turn, position),
    UNIQUE (turn, call_id)
) STRICT;

-- One row for each thread that has a finished turn, kept by the triggers below: its ends, which a query over all turns
-- would have to look for.
CREATE TABLE threads (
    thread_id       TEXT    NOT NULL PRIMARY KEY,
    first_turn      INTEGER NOT NULL,
    last_turn       INTEGER NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

CREATE TRIGGER threads_insert AFTER INSERT ON turns WHEN new.thread_id IS NOT NULL BEGIN
    DELETE FROM threads WHERE thread_id = new.thread_id;
    INSERT INTO threads SELECT new.thread_id, ends.low, ends.high FROM (SELECT
        (SELECT min(id) FROM turns WHERE thread_id = new.thread_id AND finished) AS low,
        (SELECT max(id) FROM turns WHERE thread_id = new.thread_id AND finished) AS high) AS ends
    WHERE ends.low IS NOT NULL;
END;

CREATE TRIGGER threads_delete AFTER DELETE ON turns WHEN old.thread_id IS NOT NULL BEGIN
    DELETE FROM threads WHERE thread_id = old.thread_id;
    INSERT INTO threads SELECT old.thread_id, ends.low, ends.high FROM (SELECT
        (SELECT min(id) FROM turns WHERE thread_id = old.thread_id AND finished) AS low,
        (SELECT max(id) FROM turns WHERE thread_id = old.thread_id AND finished) AS high) AS ends
    WHERE ends.low IS NOT NULL;
END;

CREATE TRIGGER threads_update AFTER UPDATE OF thread_id, finished ON turns
WHEN old.thread_id IS NOT new.thread_id OR old.finished <> new.finished BEGIN
    DELETE FROM threads WHERE thread_id = old.thread_id OR thread_id = new.thread_id;
    INSERT INTO threads SELECT old.thread_id, ends.low, ends.high FROM (SELECT
        (SELECT min(id) FROM turns WHERE thread_id = old.thread_id AND finished) AS low,
        (SELECT max(id) FROM turns WHERE thread_id = old.thread_id AND finished) AS high) AS ends
    WHERE ends.low IS NOT NULL AND old.thread_id IS NOT new.thread_id;
    INSERT INTO threads SELECT new.thread_id, ends.low, ends.high FROM (SELECT
        (SELECT min(id) FROM turns WHERE thread_id = new.thread_id AND finished) AS low,
        (SELECT max(id) FROM turns WHERE thread_id = new.thread_id AND finished) AS high) AS ends
    WHERE ends.low IS NOT NULL;
END;
