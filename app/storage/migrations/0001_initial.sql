-- user_version 1000
-- One row a turn. `id` grows in the order in which turns were begun, which is the order people see; a clock that was
-- set back does not bury the newest turn.
CREATE TABLE turns (
    id              INTEGER PRIMARY KEY,
    turn_id         TEXT    NOT NULL UNIQUE,
    finished        INTEGER NOT NULL,           -- 0 while it is recorded
    kind            TEXT    NOT NULL,
    started_unix_s  REAL    NOT NULL,
    outcome         TEXT    NOT NULL,
    text            TEXT    NOT NULL,
    raw_text        TEXT    NOT NULL,
    language        TEXT    NOT NULL,
    model           TEXT    NOT NULL,
    audio_s         REAL    NOT NULL,
    app_id          TEXT    NOT NULL,
    has_audio       INTEGER NOT NULL,
    error_code      TEXT    NOT NULL,
    words           TEXT                        -- what is indexed, where it differs from `text`
) STRICT;

CREATE INDEX turns_by_start ON turns (started_unix_s);
CREATE INDEX turns_with_audio ON turns (started_unix_s) WHERE has_audio;
CREATE INDEX turns_with_text ON turns (id) WHERE text <> '';
CREATE INDEX turns_unfinished ON turns (id) WHERE NOT finished;

-- What people see. New columns come after these.
CREATE VIEW finished_turns AS
    SELECT id, turn_id, kind, started_unix_s, outcome, text, raw_text, language, model, audio_s, app_id, has_audio,
           error_code
    FROM turns WHERE finished;

CREATE VIEW turn_words AS SELECT id, coalesce(words, text) AS words FROM turns;

CREATE VIRTUAL TABLE turn_search USING fts5 (
    words,
    content = 'turn_words',
    content_rowid = 'id',
    prefix = '1 2 3 4 5',
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M*'"
);

CREATE TRIGGER turns_insert AFTER INSERT ON turns BEGIN
    INSERT INTO turn_search (rowid, words) VALUES (new.id, coalesce(new.words, new.text));
END;

CREATE TRIGGER turns_delete AFTER DELETE ON turns BEGIN
    INSERT INTO turn_search (turn_search, rowid, words) VALUES ('delete', old.id, coalesce(old.words, old.text));
END;

CREATE TRIGGER turns_update AFTER UPDATE OF text, words ON turns BEGIN
    INSERT INTO turn_search (turn_search, rowid, words) VALUES ('delete', old.id, coalesce(old.words, old.text));
    INSERT INTO turn_search (rowid, words) VALUES (new.id, coalesce(new.words, new.text));
END;
