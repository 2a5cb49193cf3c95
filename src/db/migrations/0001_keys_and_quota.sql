-- Keys, what each has used per day and month, and the quota book.
-- One file for SQLite and D1: plain SQL, no transaction statements, never edited once released (a later file changes what needs changing).
-- Times are Unix milliseconds. Periods are a day (2026-11-30) or a month (2026-11) of QUOTA_TIMEZONE.

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  key_hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'disabled')),
  expires_at INTEGER,
  free_per_day INTEGER NOT NULL CHECK (free_per_day >= 0),
  free_per_month INTEGER NOT NULL CHECK (free_per_month >= 0),
  paid_balance INTEGER NOT NULL CHECK (paid_balance >= 0),
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE usage_period (
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  period TEXT NOT NULL,
  used INTEGER NOT NULL CHECK (used >= 0),
  PRIMARY KEY (api_key_id, period)
) WITHOUT ROWID;

-- A row holds its own day and month, so that pages given back after midnight return to the period they came from.
CREATE TABLE ledger (
  task_id TEXT PRIMARY KEY,
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  day TEXT NOT NULL,
  month TEXT NOT NULL,
  pages INTEGER NOT NULL CHECK (pages > 0),
  from_free INTEGER NOT NULL CHECK (from_free >= 0),
  from_paid INTEGER NOT NULL CHECK (from_paid >= 0),
  state TEXT NOT NULL DEFAULT 'reserved' CHECK (state IN ('reserved', 'settled', 'released')),
  charged INTEGER CHECK (charged BETWEEN 0 AND pages),
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (from_free + from_paid = pages),
  CHECK ((state = 'reserved') = (charged IS NULL))
) WITHOUT ROWID;

CREATE INDEX ledger_open ON ledger (expires_at) WHERE state = 'reserved';
CREATE INDEX ledger_by_key ON ledger (api_key_id, created_at);

-- The counters move with the row: one INSERT is the whole reservation, whoever else is writing.
CREATE TRIGGER ledger_reserve AFTER INSERT ON ledger
BEGIN
  INSERT INTO usage_period (api_key_id, period, used) VALUES (NEW.api_key_id, NEW.day, NEW.from_free)
    ON CONFLICT (api_key_id, period) DO UPDATE SET used = used + NEW.from_free;
  INSERT INTO usage_period (api_key_id, period, used) VALUES (NEW.api_key_id, NEW.month, NEW.from_free)
    ON CONFLICT (api_key_id, period) DO UPDATE SET used = used + NEW.from_free;
  UPDATE api_keys SET paid_balance = paid_balance - NEW.from_paid WHERE id = NEW.api_key_id;
END;

-- A row leaves 'reserved' once. What was not charged goes back, paid pages first.
CREATE TRIGGER ledger_close AFTER UPDATE OF state ON ledger WHEN OLD.state = 'reserved' AND NEW.state <> 'reserved'
BEGIN
  UPDATE api_keys SET paid_balance = paid_balance + min(NEW.from_paid, NEW.pages - NEW.charged) WHERE id = NEW.api_key_id;
  UPDATE usage_period SET used = used - max(0, NEW.pages - NEW.charged - NEW.from_paid)
    WHERE api_key_id = NEW.api_key_id AND period IN (NEW.day, NEW.month);
END;

-- A closed row is history.
CREATE TRIGGER ledger_history BEFORE UPDATE ON ledger WHEN OLD.state <> 'reserved'
BEGIN
  SELECT RAISE(ABORT, 'a settled or released reservation never changes');
END;
