// A later release's step, for tests of migrations: a table, and a row for every segment.
import type { Migration } from "../src/store/migrations.ts"

export const LATER: Migration = {
  name: "2-torture",
  up(db) {
    db.exec("CREATE TABLE torture (first INTEGER PRIMARY KEY, n INTEGER NOT NULL) STRICT")
    db.exec("INSERT INTO torture SELECT first, last - first + 1 FROM segments")
  },
}
