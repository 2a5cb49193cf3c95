-- The place of a task in the order of the queue, so that keys take turns: the first page of a task in units of four pages after those of
-- the key's earlier unfinished tasks (start-time fair queueing).

ALTER TABLE tasks ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tasks_turn ON tasks (turn) WHERE state = 'QUEUING';
