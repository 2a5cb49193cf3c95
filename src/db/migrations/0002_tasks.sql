-- Asynchronous tasks, the page ranges they are cut into, and what keys may send how often.
-- The row is the truth, whatever carries the messages: states move forward only, by compare-and-set.

-- NULL: the deployment's default; 0: no limit.
ALTER TABLE api_keys ADD COLUMN rate_per_second INTEGER CHECK (rate_per_second >= 0);
ALTER TABLE api_keys ADD COLUMN rate_per_window INTEGER CHECK (rate_per_window >= 0);

-- Random texts that all processes of a deployment share: made by the first that needs one.
CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE tasks (
  record_id INTEGER PRIMARY KEY AUTOINCREMENT,
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
  page_count INTEGER,
  pages_total INTEGER,
  pages_done INTEGER NOT NULL DEFAULT 0,
  pages_billed INTEGER,
  token_count INTEGER,
  error TEXT,
  error_code INTEGER,
  -- Of the present step (plan or join). lost: attempts that ended without a word, with their process.
  attempts INTEGER NOT NULL DEFAULT 0,
  lost INTEGER NOT NULL DEFAULT 0,
  lease_owner TEXT,
  lease_until INTEGER,
  not_before INTEGER NOT NULL DEFAULT 0,
  dedupe_hash TEXT NOT NULL,
  callback_url TEXT,
  callback_state TEXT CHECK (callback_state IN ('pending', 'done', 'failed')),
  callback_attempts INTEGER NOT NULL DEFAULT 0,
  callback_at INTEGER,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER
);

CREATE INDEX tasks_open ON tasks (api_key_id, record_id) WHERE state IN ('QUEUING', 'PROCESSING', 'JOINING');
CREATE INDEX tasks_by_key ON tasks (api_key_id, record_id);
CREATE INDEX tasks_dedupe ON tasks (dedupe_hash, api_key_id);
CREATE INDEX tasks_expiry ON tasks (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX tasks_callbacks ON tasks (callback_at) WHERE callback_state = 'pending';

CREATE TRIGGER tasks_forward BEFORE UPDATE OF state ON tasks WHEN NEW.state <> OLD.state AND (
  OLD.state IN ('SUCCESS', 'FAILED')
  OR NEW.state = 'QUEUING'
  OR (NEW.state = 'PROCESSING' AND OLD.state <> 'QUEUING')
  OR (NEW.state = 'JOINING' AND OLD.state <> 'PROCESSING')
  OR (NEW.state = 'SUCCESS' AND OLD.state <> 'JOINING')
)
BEGIN
  SELECT RAISE(ABORT, 'a task never goes back to an earlier state');
END;

-- Pages first to last (inclusive) of the task's list of pages, which is in the order of the document.
CREATE TABLE shards (
  task_id TEXT NOT NULL REFERENCES tasks (task_id) ON DELETE CASCADE,
  first INTEGER NOT NULL CHECK (first >= 0),
  last INTEGER NOT NULL CHECK (last >= first),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'leased', 'done', 'failed')),
  pages_done INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  lost INTEGER NOT NULL DEFAULT 0,
  lease_owner TEXT,
  lease_until INTEGER,
  not_before INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  error_code INTEGER,
  PRIMARY KEY (task_id, first)
) WITHOUT ROWID;

CREATE INDEX shards_open ON shards (task_id, first) WHERE state IN ('open', 'leased');
