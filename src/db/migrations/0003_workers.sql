-- Worker processes, each with its last sign of life: so that the service can say whether anybody does its tasks.

CREATE TABLE workers (
  name TEXT PRIMARY KEY,
  concurrency INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) WITHOUT ROWID;
