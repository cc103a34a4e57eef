#if PostgreSQL
  import CLibpq

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// One connection. Its calls block, so it belongs to one thread, which is none of those that run Swift's tasks.
  ///
  /// What writes and returns nothing is kept back and sent together with the next statement whose answer is wanted, the
  /// commit at the latest: one way to the server and back for all of them. They run in their order, and after one that
  /// failed none does. Source: PostgreSQL, section 34.5.
  final class PostgresConnection {
    private struct Statement {
      let name: String
      private var bytes: [UInt8] = []
      private var places: [Range<Int>?] = []

      init(name: String, arguments: [PostgresValue]) throws(StoreError) {
        self.name = name
        for argument in arguments {
          guard let value = argument.encoded else {
            places.append(nil)
            continue
          }
          places.append(bytes.count..<(bytes.count + value.count))
          bytes += value
        }
        // libpq takes a null pointer for NULL, also for a value of no bytes.
        bytes.append(0)
        guard places.count <= Int(Int16.max), bytes.count <= Int(Int32.max) else { throw .unreadable }
      }

      /// The two calls of libpq that run a prepared statement take the same arguments.
      typealias Call<Answer> = (
        OpaquePointer?, UnsafePointer<CChar>?, Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?,
        UnsafePointer<Int32>?, Int32
      ) -> Answer

      func give<Answer>(to call: Call<Answer>, _ handle: OpaquePointer) -> Answer {
        bytes.withUnsafeBytes { buffer in
          let pointers = places.map { place in
            place.flatMap { place in
              buffer.baseAddress.map { UnsafePointer(($0 + place.lowerBound).assumingMemoryBound(to: CChar.self)) }
            }
          }
          return call(
            handle, name, Int32(places.count), pointers, places.map { Int32($0?.count ?? 0) }, places.map { _ in 1 }, 1)
        }
      }
    }

    /// Kept back at most: more answers than fit on their way could leave both sides waiting for the other to read.
    private static let mostWaiting = 64

    private let handle: OpaquePointer
    private var prepared: [String: String] = [:]
    /// Statements that nobody waits for yet; they go out with the next one whose answer is wanted.
    private var waiting: [Statement] = []
    private var isBeginWaiting = false
    /// What the server said about the statement that failed last.
    private var lastState: SQLState?
    /// Whether the last statement of the last sending was certainly not run: the server refused one before it.
    private var isLastUnrun = false
    /// Whether the server or the way to it is gone: this connection will never answer again.
    private(set) var isLost = false

    private init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQfinish(handle) }

    /// A connection whose commits are durable and whose statements and waits end by themselves.
    /// - Throws: ``StoreError`` `unreachable`, `signInRefused`, `commitsNotDurable`, `refused`.
    static func open(_ address: PostgresAddress, schema: String) throws(StoreError) -> PostgresConnection {
      let connection = PostgresConnection(try dial(address))
      try connection.settle(schema: schema)
      return connection
    }

    /// How long connecting may be silent, in steps of 100 ms.
    private static let patience = 50

    private static func dial(_ address: PostgresAddress) throws(StoreError) -> OpaquePointer {
      // libpq copies both lists.
      let keywords = address.parameters.keys.map { strdup($0) } + [nil]
      let values = address.parameters.values.map { strdup($0) } + [nil]
      defer { for text in keywords + values { free(text) } }
      let started = keywords.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
        values.map { UnsafePointer($0) }.withUnsafeBufferPointer {
          PQconnectStartParams(names.baseAddress, $0.baseAddress, 0)
        }
      }
      guard let handle = started else { throw .unreachable }
      PQsetNoticeProcessor(handle, { _, _ in }, nil)
      // The server's texts may be in any language and quote anything; of them only the five characters are wanted.
      PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
      if waitUntilOpen(handle) { return handle }
      defer { PQfinish(handle) }
      guard let state = refusal(handle) else { throw .unreachable }
      throw isDown(state) ? .unreachable : .signInRefused(state)
    }

    private static func waitUntilOpen(_ handle: OpaquePointer) -> Bool {
      var wanted = PGRES_POLLING_WRITING
      var silence = 0
      while silence < patience {
        var socket = pollfd(
          fd: PQsocket(handle), events: Int16(wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT), revents: 0)
        guard socket.fd >= 0 else { return false }
        guard poll(&socket, 1, 100) > 0 else {
          silence += 1
          continue
        }
        wanted = PQconnectPoll(handle)
        if wanted == PGRES_POLLING_OK { return true }
        if wanted == PGRES_POLLING_FAILED { return false }
      }
      return false
    }

    private static func refusal(_ handle: OpaquePointer) -> SQLState? {
      if PQconnectionNeedsPassword(handle) == 1 { return SQLState("28P01") }
      guard let message = PQerrorMessage(handle) else { return nil }
      // One line per address that was tried; another one may say where the password came from.
      return String(cString: message).split(separator: "\n").reversed().lazy.compactMap { line in
        line.split(separator: " ").last.flatMap { SQLState($0) }
      }.first
    }

    /// Class 08 (connection), and a server that stops, crashed, starts or has no room.
    private static func isDown(_ state: SQLState) -> Bool {
      let text = state.description
      return text.hasPrefix("08") || ["57P01", "57P02", "57P03", "53300"].contains(text)
    }

    // O.Resi_10#140
    /// Without bitmap scans: they read the entries of rows that are gone again and again, until a vacuum, where an
    /// index scan marks them once. A refresh leaves one or two such entries under its session.
    private func settle(schema: String) throws(StoreError) {
      let answer = try query(
        """
        SELECT current_setting('fsync'), current_setting('full_page_writes'),
          set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'remote_apply'
            THEN 'remote_apply' ELSE 'on' END, false),
          set_config('statement_timeout', '5s', false), set_config('lock_timeout', '3s', false),
          set_config('idle_in_transaction_session_timeout', '10s', false), set_config('search_path', $1, false),
          set_config('enable_bitmapscan', 'off', false)
        """, [.text(schema)])
      guard let row = answer.first, try row.text(0) == "on", try row.text(1) == "on", try row.text(2) != "off" else {
        throw .commitsNotDurable
      }
    }

    /// Runs one statement without arguments; more than one may stand in `sql`.
    func command(_ sql: String) throws(StoreError) { _ = try finish(PQexec(handle, sql)) }

    /// Runs one statement after those that were kept back, prepared at its first use; every value is an argument.
    @discardableResult
    func query(_ sql: String, _ arguments: [PostgresValue]) throws(StoreError) -> [PostgresRow] {
      try send(try Statement(name: try prepare(sql), arguments: arguments)).rows
    }

    /// Runs one statement later, before the next ``query(_:_:)`` or ``commit()``, which throw what it meets.
    func queue(_ sql: String, _ arguments: [PostgresValue]) throws(StoreError) {
      waiting.append(try Statement(name: try prepare(sql), arguments: arguments))
      if waiting.count >= Self.mostWaiting { try flush() }
    }

    /// Begins a transaction; on the way together with its first statement.
    func begin(_ sql: String) throws(StoreError) {
      try queue(sql, [])
      isBeginWaiting = true
    }

    private func flush() throws(StoreError) {
      guard let last = waiting.popLast() else { return }
      _ = try send(last)
    }

    /// Sends what waits and `last`, and reads all answers.
    /// - Returns: the answer to `last`.
    private func send(_ last: Statement) throws(StoreError) -> (rows: [PostgresRow], tag: String) {
      let statements = waiting + [last]
      waiting = []
      isBeginWaiting = false
      guard statements.count > 1 else { return try finish(last.give(to: PQexecPrepared, handle)) }
      var isSent = PQenterPipelineMode(handle) == 1
      for statement in statements where isSent { isSent = statement.give(to: PQsendQueryPrepared, handle) == 1 }
      guard isSent, PQpipelineSync(handle) == 1 else {
        isLost = true
        throw .unreachable
      }
      var answer: (rows: [PostgresRow], tag: String) = ([], "")
      var failure: StoreError?
      for place in statements.indices {
        let result = PQgetResult(handle)
        if failure == nil {
          do throws(StoreError) {
            answer = try finish(result)
          } catch {
            failure = error
            isLastUnrun = place < statements.count - 1 && lastState != nil
          }
        } else {
          // What follows a failed statement was not run.
          PQclear(result)
        }
        if isLost { break }
        // Each answer ends with a null.
        PQclear(PQgetResult(handle))
      }
      if !isLost {
        let end = PQgetResult(handle)
        // Without the mark of the end this connection's answers would be out of step.
        if PQresultStatus(end) != PGRES_PIPELINE_SYNC || PQexitPipelineMode(handle) != 1 { isLost = true }
        PQclear(end)
      }
      if let failure { throw failure }
      return answer
    }

    private func prepare(_ sql: String) throws(StoreError) -> String {
      if let name = prepared[sql] { return name }
      let name = "m\(prepared.count)"
      _ = try finish(PQprepare(handle, name, sql, 0, nil))
      prepared[sql] = name
      return name
    }

    /// Ends the transaction and keeps it.
    /// - Throws: `commitUnknown` when the answer got lost; `refused` when nothing was kept.
    func commit() throws(StoreError) {
      // A connection that died while nobody looked is found before anything depends on the answer to a commit.
      if isBeginWaiting { try flush() }
      let commit = try Statement(name: try prepare("COMMIT"), arguments: [])
      let tag: String
      isLastUnrun = false
      do throws(StoreError) {
        tag = try send(commit).tag
      } catch {
        throw isLost && !isLastUnrun ? .commitUnknown : error
      }
      // After a failed statement PostgreSQL answers COMMIT without an error, and rolls back.
      guard tag == "COMMIT" else { throw SQLState("25P02").map { .refused($0) } ?? .unreadable }
    }

    /// Forgets the transaction. A connection that cannot do that is not used again.
    func rollBack() {
      waiting = []
      if isBeginWaiting {
        isBeginWaiting = false
        return
      }
      do throws(StoreError) { try command("ROLLBACK") } catch { isLost = true }
    }

    private func finish(_ answer: OpaquePointer?) throws(StoreError) -> (rows: [PostgresRow], tag: String) {
      defer { PQclear(answer) }
      let status = PQresultStatus(answer)
      if status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK {
        return (Self.rows(answer), PQcmdStatus(answer).map { String(cString: $0) } ?? "")
      }
      // 67: PG_DIAG_SQLSTATE, 'C', a macro that Swift does not see.
      let state = PQresultErrorField(answer, 67).flatMap { SQLState(String(cString: $0)) }
      lastState = state
      if PQstatus(handle) != CONNECTION_OK || state.map(Self.isDown) ?? true { isLost = true }
      guard let state, !isLost else { throw .unreachable }
      throw .refused(state)
    }

    private static func rows(_ answer: OpaquePointer?) -> [PostgresRow] {
      let columns = PQnfields(answer)
      return (0..<PQntuples(answer)).map { row in
        PostgresRow(
          columns: (0..<columns).map { column in
            guard PQgetisnull(answer, row, column) == 0, let start = PQgetvalue(answer, row, column) else { return nil }
            return Array(UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(answer, row, column))))
          })
      }
    }
  }
#endif
