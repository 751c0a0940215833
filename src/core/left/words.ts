// The words of threads that recording knows: apart, so that it need not load how threads are found and told.

/** What may be open in one. */
export const PARTS = ["red", "uncommitted", "broken_off", "question", "put_off"] as const
export const LEFT_HEAD = "Where earlier work here stopped (mettle): a record, not a task; only if the user asks for it."
