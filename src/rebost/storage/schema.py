"""The tables of a base: as the first released schema made them, and what each later one added."""

from __future__ import annotations

# Every ASCII character but the space (and NUL, which no term holds) belongs to a term, so SQLite splits at spaces only
# and analyses nothing itself. Characters beyond ASCII always belong to a term in FTS5's `ascii` tokenizer.
_TERM_CHARACTERS = "".join(chr(code) for code in range(1, 128) if chr(code) != " ")
_TOKENIZE = ("ascii tokenchars '" + _TERM_CHARACTERS.replace("'", "''") + "'").replace('"', '""')

CREATE = f"""
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
INSERT INTO meta VALUES ('changes', 0);

-- Project 0 is `no project`. `records` and `terms` count the current records, as do all statistics below.
CREATE TABLE projects(
    id INTEGER PRIMARY KEY, name TEXT UNIQUE, records INTEGER NOT NULL DEFAULT 0, terms INTEGER NOT NULL DEFAULT 0);
INSERT INTO projects(id, name) VALUES (0, NULL);

CREATE TABLE records(
    row INTEGER PRIMARY KEY AUTOINCREMENT,          -- never reused
    id TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    kind TEXT NOT NULL,
    project INTEGER NOT NULL REFERENCES projects(id),
    tags TEXT,                                      -- JSON array, NULL when empty
    source TEXT,
    language TEXT,                                  -- as told or as detected
    told_language TEXT,                             -- as whoever brought the record said, NULL when nobody did
    created INTEGER NOT NULL,                       -- microseconds since 1970, UTC
    updated INTEGER NOT NULL,
    digest BLOB NOT NULL,                           -- of the text, so that the same text is found at once
    length INTEGER NOT NULL,                        -- number of terms
    state INTEGER NOT NULL,                         -- 0 current, 1 superseded, 2 forgotten
    state_since INTEGER NOT NULL,
    supersedes TEXT,
    superseded_by TEXT,
    changed INTEGER NOT NULL);                      -- value of meta.changes at its last change
CREATE INDEX records_by_digest ON records(project, digest) WHERE state = 0;
-- Covers what the catalogue reads, so that it never walks over the texts.
CREATE INDEX records_by_change ON records(changed, row, project, length, state);
CREATE INDEX records_by_end ON records(state_since) WHERE state = 2;

CREATE TABLE versions(
    record INTEGER NOT NULL REFERENCES records(row), text TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL);
CREATE INDEX versions_by_record ON versions(record, until);

-- Beside the records, so that counting a use changes nothing that a cache holds.
CREATE TABLE uses(record INTEGER PRIMARY KEY, uses INTEGER NOT NULL, last_used INTEGER NOT NULL);

-- What each current record added to the index and the statistics, so that the same can be taken away again.
CREATE TABLE entries(row INTEGER PRIMARY KEY, terms TEXT NOT NULL, words TEXT NOT NULL);
-- Contentless, and not contentless_delete: that only marks what is deleted, so that terms of a forgotten record would
-- stay in the file until a merge. With its terms given, the command 'delete' and `secure-delete` take them out at once.
CREATE VIRTUAL TABLE postings USING fts5(terms, content='', tokenize="{_TOKENIZE}");
INSERT INTO postings(postings, rank) VALUES ('secure-delete', 1);
CREATE VIRTUAL TABLE occurrences USING fts5vocab(postings, instance);
CREATE TABLE frequencies(
    term TEXT NOT NULL, project INTEGER NOT NULL, records INTEGER NOT NULL, PRIMARY KEY (term, project)) WITHOUT ROWID;
CREATE TABLE vocabulary(
    word TEXT NOT NULL, project INTEGER NOT NULL, records INTEGER NOT NULL, names INTEGER NOT NULL,
    PRIMARY KEY (word, project)) WITHOUT ROWID;
CREATE TABLE languages(
    language TEXT NOT NULL, project INTEGER NOT NULL, records INTEGER NOT NULL,
    PRIMARY KEY (language, project)) WITHOUT ROWID;

CREATE TABLE models(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, dimension INTEGER NOT NULL);
CREATE TABLE vectors(
    number INTEGER PRIMARY KEY AUTOINCREMENT,       -- ascending: what is newer than a cache has a higher one
    record INTEGER NOT NULL, part INTEGER NOT NULL, model INTEGER NOT NULL, scale REAL NOT NULL, vector BLOB NOT NULL);
CREATE UNIQUE INDEX vectors_by_record ON vectors(record, model, part);
CREATE TABLE queue(record INTEGER PRIMARY KEY);     -- current records without vectors of the current model
CREATE TABLE leases(name TEXT PRIMARY KEY, holder TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
"""

TO_SECOND = """
ALTER TABLE records ADD COLUMN context TEXT;        -- what surrounds the text and counts for the words
ALTER TABLE records ADD COLUMN until INTEGER;       -- microseconds since 1970, UTC; afterwards its state is 4, expired
-- From here on `state` may also be 3, archived, or 4, expired.
CREATE INDEX records_by_until ON records(until) WHERE until IS NOT NULL AND state = 0;
ALTER TABLE projects ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;

-- Where a record was imported from: which part of which file of which folder, and what it was then.
CREATE TABLE origins(
    record INTEGER PRIMARY KEY, folder TEXT NOT NULL, file TEXT NOT NULL, part INTEGER NOT NULL, heading TEXT,
    digest BLOB NOT NULL);                          -- of the part as it was imported
CREATE INDEX origins_by_file ON origins(folder, file, part);

-- Records that look alike. `judged` is 0 until somebody said that both are right.
CREATE TABLE likenesses(
    record INTEGER NOT NULL, other INTEGER NOT NULL, likeness REAL NOT NULL, judged INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (record, other)) WITHOUT ROWID;
CREATE INDEX likenesses_by_other ON likenesses(other);

-- The user's own evaluation: questions, and which records should come (wanted 1) or should not (0). A question with
-- `silence` should get nothing.
CREATE TABLE questions(
    id INTEGER PRIMARY KEY, text TEXT NOT NULL, project TEXT, silence INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL);
CREATE UNIQUE INDEX questions_by_text ON questions(text, coalesce(project, ''));
CREATE TABLE marks(
    question INTEGER NOT NULL REFERENCES questions(id), record INTEGER NOT NULL, wanted INTEGER NOT NULL,
    PRIMARY KEY (question, record)) WITHOUT ROWID;
CREATE INDEX marks_by_record ON marks(record);

-- Which agents used the base, and when last. Best effort, like `uses`.
CREATE TABLE agents(
    name TEXT PRIMARY KEY, asked INTEGER NOT NULL DEFAULT 0, answered INTEGER NOT NULL DEFAULT 0,
    remembered INTEGER NOT NULL DEFAULT 0, last_used INTEGER NOT NULL) WITHOUT ROWID;
"""
