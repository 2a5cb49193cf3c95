-- The request that submitted a task (W3C Trace Context), so that the steps of the task continue its trace.

ALTER TABLE tasks ADD COLUMN traceparent TEXT;
