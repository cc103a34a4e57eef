#if Server
  import GRDB

  /// What makes a SQLite file of this program one of an older program.
  enum OlderFile {
    /// Takes from a file what its version 12 added.
    static let withoutPeople = "DROP INDEX session_person; "

    /// Takes from a file what its versions 11 and 12 added.
    static let withoutClock = withoutPeople + "DROP TABLE clock; "

    static func makeVersion10(at path: String) async throws {
      try await DatabaseQueue(path: path).write { database in
        try database.execute(sql: withoutClock + "PRAGMA user_version = 10;")
      }
    }

    /// Takes from a file what its versions 10 to 12 added.
    static let withoutReceipts = withoutClock + "ALTER TABLE attested_key DROP COLUMN receipt; "

    /// Takes from a file what its versions 9 to 12 added.
    static let withoutGrounds =
      withoutReceipts + """
        ALTER TABLE device DROP COLUMN grounds; ALTER TABLE device DROP COLUMN judged;

        """

    /// Takes from a file what its versions 5 to 12 added.
    static let withoutHistory =
      withoutGrounds + """
        DROP TABLE pin_failure_batch; DROP TABLE pin_failure; DROP TABLE attested_key; DROP TABLE device_report; DROP TABLE device_block;
        DROP INDEX session_start; DROP INDEX session_open;

        """
  }
#endif
