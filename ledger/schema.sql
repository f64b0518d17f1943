-- The ledger, format 2. Times are milliseconds since 1970 UTC unless their column says otherwise; costs are
-- 1e-12 US dollars; NULL is unknown or absent, never 0.

CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- names are texts that repeat: scorers, providers, models, addresses.
CREATE TABLE names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;

-- blobs are bodies by their SHA-256. One that can come again anywhere (a case, a header) is shared: found by
-- its hash, and kept once. The others are kept once for the key of their call or attempt.
CREATE TABLE blobs (
  id     INTEGER PRIMARY KEY,
  hash   BLOB NOT NULL,         -- of the bytes before compression
  size   INTEGER NOT NULL,      -- of the bytes before compression
  codec  INTEGER NOT NULL,      -- 0 as they are, 1 zstd
  shared INTEGER NOT NULL,      -- 1 or 0
  data   BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX blobs_hash ON blobs(hash) WHERE shared = 1;

CREATE TABLE runs (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL UNIQUE, -- 20261121-153012-k3f9
  suite   TEXT NOT NULL,
  plan    BLOB NOT NULL,        -- SHA-256 of all that determines the results
  started INTEGER NOT NULL,
  header  TEXT NOT NULL         -- JSON
) STRICT;
CREATE INDEX runs_plan ON runs(plan);

-- events are what befell a run: opened, cases (all are registered), warning, ended.
CREATE TABLE events (
  id     INTEGER PRIMARY KEY,
  run    INTEGER NOT NULL REFERENCES runs,
  at     INTEGER NOT NULL,
  kind   TEXT NOT NULL,
  detail TEXT NOT NULL          -- JSON
) STRICT;
CREATE INDEX events_run ON events(run);

CREATE TABLE cases (
  run     INTEGER NOT NULL REFERENCES runs,
  ordinal INTEGER NOT NULL,     -- from 0, in the order of the data
  id      TEXT NOT NULL,
  hash    BLOB NOT NULL,        -- SHA-256 by which two runs tell that they ask the same: of the body, answers that it brings apart
  cluster TEXT NOT NULL,        -- company or document; empty if the case stands for itself
  tags    TEXT NOT NULL,        -- JSON object of texts, for tables by group
  body    INTEGER NOT NULL REFERENCES blobs, -- JSON
  sum     BLOB,                 -- CRC-32C of the row; NULL in rows of format 1
  PRIMARY KEY (run, ordinal)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX cases_id ON cases(run, id);

-- attempts at a case; the one of the highest try counts.
CREATE TABLE attempts (
  id       INTEGER PRIMARY KEY,
  run      INTEGER NOT NULL REFERENCES runs,
  ordinal  INTEGER NOT NULL,    -- of the case
  repeat   INTEGER NOT NULL,    -- from 0
  try      INTEGER NOT NULL,    -- from 0
  key      BLOB NOT NULL,       -- SHA-256 of case, system and repeat: equal keys, equal question
  outcome  TEXT NOT NULL,       -- answered, or a score's outcome
  reason   TEXT NOT NULL,       -- why it is no answer
  answer   INTEGER REFERENCES blobs, -- JSON
  source   TEXT NOT NULL,       -- live, cache, replay, carried (from an earlier run)
  took     INTEGER,             -- microseconds that the system took, as first recorded
  cost     INTEGER,             -- of its calls, whoever paid them first
  finished INTEGER NOT NULL,
  sums     BLOB,                -- CRC-32C of the row, the scores, their details and the uses; NULL in rows of format 1
  UNIQUE (run, ordinal, repeat, try)
) STRICT;
CREATE INDEX attempts_key ON attempts(key);

CREATE TABLE scores (
  attempt INTEGER NOT NULL REFERENCES attempts,
  ordinal INTEGER NOT NULL,     -- in the order of the scorers, from 0
  name    INTEGER NOT NULL REFERENCES names, -- the measure
  outcome TEXT NOT NULL,        -- scored, abstained, unparsable, refused, truncated, error, skipped
  value   REAL,                 -- NULL unless scored
  detail  TEXT NOT NULL,        -- JSON: expected, extracted, explanation, evidence; those that are not empty
  PRIMARY KEY (attempt, ordinal)
) STRICT, WITHOUT ROWID;

-- calls are exchanges with providers as they were sent and came back, failures too; no key is in them.
CREATE TABLE calls (
  id        INTEGER PRIMARY KEY,
  key       BLOB NOT NULL,      -- SHA-256 of all that determines the reply
  provider  INTEGER NOT NULL REFERENCES names,
  operation INTEGER NOT NULL REFERENCES names,
  model     INTEGER NOT NULL REFERENCES names,
  repeat    INTEGER NOT NULL,
  stored    INTEGER NOT NULL,
  request   INTEGER NOT NULL REFERENCES blobs, -- JSON: method, url, header
  body      INTEGER NOT NULL REFERENCES blobs, -- as sent
  status    INTEGER,            -- of HTTP; NULL if nothing came back
  header    INTEGER REFERENCES blobs, -- of the response, JSON
  response  INTEGER REFERENCES blobs, -- as it came
  began     INTEGER,            -- nanoseconds since 1970
  took      INTEGER,            -- nanoseconds
  failure   TEXT                -- JSON; NULL if the response could be used
) STRICT;
CREATE INDEX calls_key ON calls(key);

-- uses are the calls that an attempt rests on, in order.
CREATE TABLE uses (
  attempt   INTEGER NOT NULL REFERENCES attempts,
  ordinal   INTEGER NOT NULL,
  call      BLOB NOT NULL,      -- the key
  provider  INTEGER NOT NULL REFERENCES names,
  asked     INTEGER NOT NULL REFERENCES names, -- model
  served    INTEGER NOT NULL REFERENCES names, -- model; empty if the provider does not say
  outcome   TEXT NOT NULL,      -- complete, or how the reply or the call ended
  source    TEXT NOT NULL,      -- live, cache, replay
  tries     INTEGER NOT NULL,
  took      INTEGER,            -- microseconds
  input     INTEGER,            -- tokens, all of them
  cached    INTEGER,            -- of input, read from the provider's cache
  written   INTEGER,            -- of input, written to it
  output    INTEGER,            -- tokens, thinking included
  reasoning INTEGER,            -- of output
  cost      INTEGER,
  PRIMARY KEY (attempt, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE baselines (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  run  INTEGER REFERENCES runs, -- NULL takes the name away
  at   INTEGER NOT NULL
) STRICT;

-- What is written stays as it was written.
CREATE TRIGGER runs_stay     BEFORE UPDATE ON runs     BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER events_stay   BEFORE UPDATE ON events   BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER cases_stay    BEFORE UPDATE ON cases    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER attempts_stay BEFORE UPDATE ON attempts BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER scores_stay   BEFORE UPDATE ON scores   BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER calls_stay    BEFORE UPDATE ON calls    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER uses_stay     BEFORE UPDATE ON uses     BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER names_stay    BEFORE UPDATE ON names    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER blobs_stay    BEFORE UPDATE ON blobs    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER baselines_stay BEFORE UPDATE ON baselines BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- For people and other tools.
CREATE VIEW finals AS
  SELECT * FROM attempts a WHERE NOT EXISTS (
    SELECT 1 FROM attempts b WHERE b.run = a.run AND b.ordinal = a.ordinal AND b.repeat = a.repeat AND b.try > a.try);
CREATE VIEW results AS
  SELECT r.name AS run, c.ordinal, c.id AS "case", c.cluster, a.repeat, a.try, a.outcome AS attempt, a.reason,
         n.text AS measure, s.outcome, s.value, a.source, a.took / 1e6 AS seconds, a.cost / 1e12 AS usd
  FROM finals a JOIN runs r ON r.id = a.run JOIN cases c ON c.run = a.run AND c.ordinal = a.ordinal
  LEFT JOIN scores s ON s.attempt = a.id LEFT JOIN names n ON n.id = s.name;
