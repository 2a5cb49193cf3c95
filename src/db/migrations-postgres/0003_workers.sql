-- Worker processes, each with its last sign of life: so that the service can say whether anybody does its tasks.

CREATE TABLE workers (
  name TEXT PRIMARY KEY,
  concurrency BIGINT NOT NULL,
  started_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL
);
