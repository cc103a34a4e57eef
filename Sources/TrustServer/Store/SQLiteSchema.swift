#if Server
  /// The third version of the tables: family trees, use times, the facts that devices are judged by, signing keys.
  ///
  /// What older rows cannot say is filled in so that nobody gains: answers that were not kept are undetermined, every
  /// session is bound to its device key as it was, and a person's session hangs on the app session before it. The time
  /// of the last use is read from the end of the refresh token with the default lifetime of 14 days.
  enum SQLiteSchema {
    /// The fourth version: the latest use of all sessions is found without reading them.
    static let uses = "CREATE INDEX session_use ON session (last_used);"

    /// The fifth version: attested keys, the history of reports, blocked devices.
    static let history = """
      CREATE TABLE attested_key (device TEXT PRIMARY KEY, key_id BLOB NOT NULL, public_key BLOB NOT NULL,
        counter INTEGER NOT NULL, category TEXT, os_version TEXT, production INTEGER NOT NULL,
        updated INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX attested_key_age ON attested_key (updated);
      CREATE TABLE device_report (position INTEGER PRIMARY KEY, device TEXT NOT NULL, received INTEGER NOT NULL,
        refusal TEXT, decision TEXT NOT NULL, size INTEGER NOT NULL, digest BLOB NOT NULL, compact TEXT,
        stranger INTEGER NOT NULL, loose INTEGER NOT NULL);
      CREATE INDEX device_report_device ON device_report (device, position);
      CREATE INDEX device_report_refused ON device_report (position) WHERE refusal IS NOT NULL;
      CREATE INDEX device_report_stranger ON device_report (position, received) WHERE stranger = 1;
      CREATE INDEX device_report_loose ON device_report (position) WHERE loose = 1;
      CREATE TABLE device_block (device TEXT PRIMARY KEY, reason TEXT NOT NULL, blocked INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX device_block_date ON device_block (blocked, device);
      CREATE INDEX session_start ON session (started, id);
      """

    /// The sixth version: what devices saw instead of pinned keys.
    static let pinFailures = """
      CREATE TABLE pin_failure (position INTEGER PRIMARY KEY, device TEXT NOT NULL, kind BLOB NOT NULL,
        tier TEXT NOT NULL, received INTEGER NOT NULL, host TEXT NOT NULL, outcome TEXT NOT NULL,
        expected TEXT NOT NULL, seen TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
        count INTEGER NOT NULL, UNIQUE (device, kind));
      CREATE INDEX pin_failure_host ON pin_failure (host, position);
      CREATE INDEX pin_failure_received ON pin_failure (received);
      CREATE INDEX pin_failure_tier ON pin_failure (position) WHERE tier <> 'attested';
      """

    /// The seventh version: the open app sessions of a device are found without reading those that ended.
    static let openSessions = "CREATE INDEX session_open ON session (device, kind) WHERE ended IS NULL;"

    /// The eighth version: the number of the batch of such failures that each device told last.
    static let pinFailureBatches = """
      CREATE TABLE pin_failure_batch (device TEXT NOT NULL, number INTEGER NOT NULL, received INTEGER NOT NULL,
        PRIMARY KEY (device, number)) WITHOUT ROWID;
      CREATE INDEX pin_failure_batch_age ON pin_failure_batch (received);
      """

    /// The ninth version: what devices were admitted on, and the policy that found them good.
    static let grounds = """
      ALTER TABLE device ADD COLUMN grounds TEXT;
      ALTER TABLE device ADD COLUMN judged TEXT;
      """

    /// The tenth version: Apple's receipts of attested keys.
    static let receipts = "ALTER TABLE attested_key ADD COLUMN receipt BLOB;"

    /// The eleventh version: the time until which a server has run.
    static let clock = "CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), latest INTEGER NOT NULL);"

    /// The twelfth version: the open sessions of a person, in their order, are found without reading those that ended.
    static let people = """
      CREATE INDEX session_person ON session (subject, kind, started, id) WHERE ended IS NULL;
      """

    static let sessions = """
      ALTER TABLE device ADD COLUMN patch TEXT;
      ALTER TABLE device ADD COLUMN rooted TEXT NOT NULL DEFAULT 'undetermined';
      ALTER TABLE device ADD COLUMN hooked TEXT NOT NULL DEFAULT 'undetermined';
      ALTER TABLE device ADD COLUMN debugged TEXT NOT NULL DEFAULT 'undetermined';
      CREATE INDEX device_seen ON device (last_seen);
      ALTER TABLE session RENAME TO session_2;
      ALTER TABLE refresh_token RENAME TO refresh_token_2;
      DROP INDEX IF EXISTS refresh_token_end;
      CREATE TABLE session (id TEXT PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, device TEXT NOT NULL,
        bound_key TEXT, parent TEXT, tier TEXT NOT NULL, started INTEGER NOT NULL, last_used INTEGER NOT NULL,
        expires INTEGER NOT NULL, current TEXT NOT NULL, generation INTEGER NOT NULL, predecessor TEXT,
        rotated INTEGER, mark_generation INTEGER, mark_at INTEGER, settled_generation INTEGER, settled_at INTEGER,
        ended TEXT, ended_at INTEGER) WITHOUT ROWID;
      CREATE INDEX session_subject ON session (subject);
      CREATE INDEX session_parent ON session (parent) WHERE parent IS NOT NULL;
      CREATE INDEX session_device ON session (device);
      CREATE TABLE refresh_token (digest TEXT PRIMARY KEY, session TEXT NOT NULL, generation INTEGER NOT NULL,
        salt BLOB NOT NULL, used INTEGER) WITHOUT ROWID;
      CREATE INDEX refresh_token_family ON refresh_token (session, generation);
      INSERT INTO session SELECT s.id, s.kind, s.subject, s.device, s.device,
        CASE s.kind WHEN 'user' THEN (SELECT a.id FROM session_2 a WHERE a.kind = 'app' AND a.device = s.device
          AND a.started <= s.started AND a.revoked = 0 ORDER BY a.started DESC LIMIT 1) END,
        s.tier, s.started, max(s.started, t.expires - 1209600),
        CASE s.revoked WHEN 0 THEN t.expires ELSE max(s.started, t.expires - 1209600) END, s.current, t.generation,
        s.predecessor, CASE WHEN s.predecessor IS NULL THEN NULL ELSE max(s.started, t.expires - 1209600) END,
        NULL, NULL, NULL, NULL, CASE s.revoked WHEN 0 THEN NULL ELSE 'revoked' END,
        CASE s.revoked WHEN 0 THEN NULL ELSE max(s.started, t.expires - 1209600) END
        FROM session_2 s JOIN refresh_token_2 t ON t.digest = s.current;
      INSERT INTO refresh_token SELECT t.digest, t.session, t.generation, randomblob(32), NULL
        FROM refresh_token_2 t WHERE t.replaced = 0 AND t.session IN (SELECT id FROM session);
      DROP TABLE refresh_token_2;
      DROP TABLE session_2;
      CREATE INDEX session_end ON session (expires);
      ALTER TABLE attempt RENAME TO attempt_2;
      CREATE TABLE attempt (key TEXT PRIMARY KEY, counted INTEGER NOT NULL, cleared INTEGER NOT NULL,
        locked_by INTEGER NOT NULL, locked_until INTEGER NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
      INSERT INTO attempt SELECT 'u.' || user_digest, failures, 0, failures, locked_until, expires FROM attempt_2;
      DROP TABLE attempt_2;
      CREATE INDEX attempt_end ON attempt (expires);
      CREATE TABLE signing_key (id TEXT PRIMARY KEY, sealed BLOB NOT NULL, created INTEGER NOT NULL,
        active_from INTEGER NOT NULL, retired INTEGER) WITHOUT ROWID;
      """
  }
#endif
