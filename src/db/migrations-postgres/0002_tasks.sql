-- Asynchronous tasks, the page ranges they are cut into, and what keys may send how often.
-- The row is the truth, whatever carries the messages: states move forward only, by compare-and-set.

-- NULL: the deployment's default; 0: no limit.
ALTER TABLE api_keys ADD COLUMN rate_per_second BIGINT CHECK (rate_per_second >= 0);
ALTER TABLE api_keys ADD COLUMN rate_per_window BIGINT CHECK (rate_per_window >= 0);

-- Random texts that all processes of a deployment share: made by the first that needs one.
CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE TABLE tasks (
  record_id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  task_id TEXT NOT NULL UNIQUE,
  api_key_id TEXT NOT NULL REFERENCES api_keys (id),
  state TEXT NOT NULL DEFAULT 'QUEUING' CHECK (state IN ('QUEUING', 'PROCESSING', 'JOINING', 'SUCCESS', 'FAILED')),
  file_name TEXT NOT NULL,
  file_type TEXT NOT NULL,
  -- The parse options as JSON, without the password, which is forgotten when the task ends.
  options TEXT NOT NULL,
  password TEXT,
  -- JSON list; from the request first, with those of the result at the end.
  warnings TEXT NOT NULL,
  files_token TEXT NOT NULL,
  public_origin TEXT NOT NULL,
  -- Pages of the document; pages asked for; pages of them that are parsed. NULL while not counted.
  page_count BIGINT,
  pages_total BIGINT,
  pages_done BIGINT NOT NULL DEFAULT 0,
  pages_billed BIGINT,
  token_count BIGINT,
  error TEXT,
  error_code BIGINT,
  -- Of the present step (plan or join). lost: attempts that ended without a word, with their process.
  attempts BIGINT NOT NULL DEFAULT 0,
  lost BIGINT NOT NULL DEFAULT 0,
  lease_owner TEXT,
  lease_until BIGINT,
  not_before BIGINT NOT NULL DEFAULT 0,
  dedupe_hash TEXT NOT NULL,
  callback_url TEXT,
  callback_state TEXT CHECK (callback_state IN ('pending', 'done', 'failed')),
  callback_attempts BIGINT NOT NULL DEFAULT 0,
  callback_at BIGINT,
  created_at BIGINT NOT NULL,
  started_at BIGINT,
  finished_at BIGINT,
  updated_at BIGINT NOT NULL,
  expires_at BIGINT
);

CREATE INDEX tasks_open ON tasks (api_key_id, record_id) WHERE state IN ('QUEUING', 'PROCESSING', 'JOINING');
CREATE INDEX tasks_by_key ON tasks (api_key_id, record_id);
CREATE INDEX tasks_dedupe ON tasks (dedupe_hash, api_key_id);
CREATE INDEX tasks_expiry ON tasks (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX tasks_callbacks ON tasks (callback_at) WHERE callback_state = 'pending';

CREATE FUNCTION tasks_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a task never goes back to an earlier state';
END $$;
CREATE TRIGGER tasks_forward BEFORE UPDATE OF state ON tasks FOR EACH ROW WHEN (NEW.state <> OLD.state AND (
  OLD.state IN ('SUCCESS', 'FAILED')
  OR NEW.state = 'QUEUING'
  OR (NEW.state = 'PROCESSING' AND OLD.state <> 'QUEUING')
  OR (NEW.state = 'JOINING' AND OLD.state <> 'PROCESSING')
  OR (NEW.state = 'SUCCESS' AND OLD.state <> 'JOINING')
)) EXECUTE FUNCTION tasks_forward();

-- Pages first to last (inclusive) of the task's list of pages, which is in the order of the document.
CREATE TABLE shards (
  task_id TEXT NOT NULL REFERENCES tasks (task_id) ON DELETE CASCADE,
  first BIGINT NOT NULL CHECK (first >= 0),
  last BIGINT NOT NULL CHECK (last >= first),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'leased', 'done', 'failed')),
  pages_done BIGINT NOT NULL DEFAULT 0,
  attempts BIGINT NOT NULL DEFAULT 0,
  lost BIGINT NOT NULL DEFAULT 0,
  lease_owner TEXT,
  lease_until BIGINT,
  not_before BIGINT NOT NULL DEFAULT 0,
  error TEXT,
  error_code BIGINT,
  PRIMARY KEY (task_id, first)
);

CREATE INDEX shards_open ON shards (task_id, first) WHERE state IN ('open', 'leased');
