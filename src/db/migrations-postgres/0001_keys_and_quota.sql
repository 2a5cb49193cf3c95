-- Keys, what each has used per day and month, and the quota book.
-- For PostgreSQL what ../migrations/ has for SQLite and D1; never edited once released (a later file changes what needs changing).
-- Times are Unix milliseconds. Periods are a day (2026-11-30) or a month (2026-11) of QUOTA_TIMEZONE.

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  key_hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'disabled')),
  expires_at BIGINT,
  free_per_day BIGINT NOT NULL CHECK (free_per_day >= 0),
  free_per_month BIGINT NOT NULL CHECK (free_per_month >= 0),
  paid_balance BIGINT NOT NULL CHECK (paid_balance >= 0),
  created_at BIGINT NOT NULL
);

CREATE TABLE usage_period (
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  period TEXT NOT NULL,
  used BIGINT NOT NULL CHECK (used >= 0),
  PRIMARY KEY (api_key_id, period)
);

-- A row holds its own day and month, so that pages given back after midnight return to the period they came from.
CREATE TABLE ledger (
  task_id TEXT PRIMARY KEY,
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  day TEXT NOT NULL,
  month TEXT NOT NULL,
  pages BIGINT NOT NULL CHECK (pages > 0),
  from_free BIGINT NOT NULL CHECK (from_free >= 0),
  from_paid BIGINT NOT NULL CHECK (from_paid >= 0),
  state TEXT NOT NULL DEFAULT 'reserved' CHECK (state IN ('reserved', 'settled', 'released')),
  charged BIGINT CHECK (charged BETWEEN 0 AND pages),
  expires_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  CHECK (from_free + from_paid = pages),
  CHECK ((state = 'reserved') = (charged IS NULL))
);

CREATE INDEX ledger_open ON ledger (expires_at) WHERE state = 'reserved';
CREATE INDEX ledger_by_key ON ledger (api_key_id, created_at);

-- SQLite's names for the smaller and the larger of two numbers, which the shared statements use.
CREATE FUNCTION min(a BIGINT, b BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS 'SELECT least(a, b)';
CREATE FUNCTION max(a BIGINT, b BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS 'SELECT greatest(a, b)';

-- The reservation. What the INSERT computed may be stale here: it read the counters before it waited for anybody. So the
-- key's row is locked first, and the counters are read after that, each by a statement (and a snapshot) of its own.
CREATE FUNCTION ledger_reserve() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  k api_keys;
  used_today BIGINT;
  used_this_month BIGINT;
BEGIN
  SELECT * INTO k FROM api_keys WHERE id = NEW.api_key_id AND state = 'active' FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT 1 FROM ledger WHERE task_id = NEW.task_id) THEN
    RETURN NULL;
  END IF;
  SELECT coalesce(sum(used), 0) INTO used_today FROM usage_period WHERE api_key_id = k.id AND period = NEW.day;
  SELECT coalesce(sum(used), 0) INTO used_this_month FROM usage_period WHERE api_key_id = k.id AND period = NEW.month;
  NEW.from_free := least(NEW.pages, greatest(0, least(k.free_per_day - used_today, k.free_per_month - used_this_month)));
  NEW.from_paid := NEW.pages - NEW.from_free;
  IF NEW.from_paid > k.paid_balance THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_reserve BEFORE INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION ledger_reserve();

CREATE FUNCTION ledger_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_period (api_key_id, period, used) VALUES (NEW.api_key_id, NEW.day, NEW.from_free), (NEW.api_key_id, NEW.month, NEW.from_free)
    ON CONFLICT (api_key_id, period) DO UPDATE SET used = usage_period.used + excluded.used;
  UPDATE api_keys SET paid_balance = paid_balance - NEW.from_paid WHERE id = NEW.api_key_id;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_count AFTER INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION ledger_count();

-- A row leaves 'reserved' once. What was not charged goes back, paid pages first. The key's row first, as above.
CREATE FUNCTION ledger_close() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE api_keys SET paid_balance = paid_balance + least(NEW.from_paid, NEW.pages - NEW.charged) WHERE id = NEW.api_key_id;
  UPDATE usage_period SET used = used - greatest(0, NEW.pages - NEW.charged - NEW.from_paid)
    WHERE api_key_id = NEW.api_key_id AND period IN (NEW.day, NEW.month);
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_close AFTER UPDATE OF state ON ledger FOR EACH ROW
  WHEN (OLD.state = 'reserved' AND NEW.state <> 'reserved') EXECUTE FUNCTION ledger_close();

-- A closed row is history.
CREATE FUNCTION ledger_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a settled or released reservation never changes';
END $$;
CREATE TRIGGER ledger_history BEFORE UPDATE ON ledger FOR EACH ROW WHEN (OLD.state <> 'reserved') EXECUTE FUNCTION ledger_history();
