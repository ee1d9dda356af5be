extension Schema {
  /// The file that can be read from the first unlock on.
  package static let main = Schema(
    applicationID: 0x706C_674D,
    migrations: [
      [
        // One row: which container it is.
        "CREATE TABLE container(id INTEGER PRIMARY KEY CHECK (id = 1), identity BLOB NOT NULL)",
        "INSERT INTO container VALUES (1, randomblob(16))",
        "CREATE TABLE spaces(id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, bytes INTEGER NOT NULL)",
        """
        CREATE TABLE stored(
          space INTEGER NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL, version INTEGER NOT NULL,
          PRIMARY KEY (space, key)) WITHOUT ROWID
        """,
        "CREATE TABLE owners(plugin BLOB PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID",
        """
        CREATE TABLE files(
          plugin BLOB NOT NULL, name BLOB NOT NULL, version INTEGER NOT NULL, content BLOB NOT NULL,
          UNIQUE (plugin, name))
        """,
        // Phase: 0 running, 1 ended without effects, 2 committed.
        """
        CREATE TABLE inbox(
          id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, plugin BLOB NOT NULL,
          category BLOB NOT NULL, action BLOB NOT NULL, handler BLOB NOT NULL, undelivered BLOB,
          request BLOB NOT NULL, date INTEGER NOT NULL, recorded_at INTEGER NOT NULL,
          phase INTEGER NOT NULL, attempt INTEGER NOT NULL, starts INTEGER NOT NULL,
          process INTEGER NOT NULL, process_start INTEGER NOT NULL, boot BLOB NOT NULL,
          taken_at REAL NOT NULL, ends_at REAL NOT NULL,
          response BLOB NOT NULL, outcome BLOB NOT NULL)
        """,
        "CREATE INDEX inbox_running ON inbox(id) WHERE phase = 0",
        """
        CREATE TABLE steps(
          delivery INTEGER NOT NULL, ordinal INTEGER NOT NULL, name BLOB NOT NULL, key BLOB,
          arguments BLOB NOT NULL, answer BLOB NOT NULL,
          PRIMARY KEY (delivery, ordinal)) WITHOUT ROWID
        """,
        "CREATE TABLE turns(key BLOB PRIMARY KEY, token INTEGER NOT NULL, boot BLOB NOT NULL, "
          + "ends_at REAL NOT NULL) WITHOUT ROWID",
        // Each index is one more page to write a commit: there is none for what is asked rarely.
        // An entry that was never tried is due at 0. State: 0 queued, 1 sent, 2 rejected, 3 recorded. The head of a lane is its oldest queued
        // entry; `process` and what follows is the lease of who tries it.
        """
        CREATE TABLE outbox(
          sequence INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE,
          delivery INTEGER NOT NULL, plugin BLOB NOT NULL, kind INTEGER NOT NULL, key BLOB,
          recipient BLOB, lane BLOB NOT NULL, is_now INTEGER NOT NULL, staged_at INTEGER NOT NULL,
          state INTEGER NOT NULL DEFAULT 0, reason BLOB, tries INTEGER NOT NULL DEFAULT 0,
          attempt INTEGER NOT NULL DEFAULT 0, backoff_until INTEGER NOT NULL,
          receiver_until INTEGER NOT NULL, due_at INTEGER NOT NULL, touched_at INTEGER NOT NULL,
          is_head INTEGER NOT NULL, is_handed_over INTEGER NOT NULL DEFAULT 0,
          process INTEGER, process_start INTEGER, boot BLOB, taken_at REAL, ends_at REAL,
          content BLOB NOT NULL)
        """,
        "CREATE INDEX outbox_delivery ON outbox(delivery)",
        "CREATE INDEX outbox_lane ON outbox(lane, sequence) WHERE state = 0",
        "CREATE INDEX outbox_free ON outbox(due_at, sequence) WHERE is_head = 1 AND process IS NULL",
        """
        CREATE INDEX outbox_touched ON outbox(touched_at)
          WHERE is_head = 1 AND process IS NULL AND tries > 0
        """,
        "CREATE INDEX outbox_tried ON outbox(sequence) WHERE is_head = 1 AND process IS NOT NULL",
        """
        CREATE INDEX outbox_refused ON outbox(sequence)
          WHERE state = 2 AND kind = 0 AND is_handed_over = 0
        """,
        // Which transactions with protected writes are decided; see Schema.protected.
        "CREATE TABLE decided(token INTEGER PRIMARY KEY)",
      ]
    ])

  /// The file of the protected spaces.
  ///
  /// Two files are not one transaction. So the new protected values are written here first, as
  /// pending rows under a token; the commit of the main file writes the token too, and that decides.
  /// Who reads counts pending rows of a decided token as written and ignores others; the next commit
  /// folds them in or drops them. The main file's write lock is held meanwhile, so that at any time
  /// the rows of one token at most are pending.
  static let protected = Schema(
    applicationID: 0x706C_6750,
    migrations: [
      [
        "CREATE TABLE container(id INTEGER PRIMARY KEY CHECK (id = 1), identity BLOB NOT NULL)",
        "CREATE TABLE spaces(id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, bytes INTEGER NOT NULL)",
        """
        CREATE TABLE stored(
          space INTEGER NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL, version INTEGER NOT NULL,
          PRIMARY KEY (space, key)) WITHOUT ROWID
        """,
        // A value of NULL removes; `growth` is what the space's bytes change by.
        """
        CREATE TABLE pending(
          space INTEGER NOT NULL, key BLOB NOT NULL, token INTEGER NOT NULL, value BLOB,
          version INTEGER NOT NULL, growth INTEGER NOT NULL,
          PRIMARY KEY (space, key)) WITHOUT ROWID
        """,
      ]
    ])
}
