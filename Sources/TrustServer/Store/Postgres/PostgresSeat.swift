#if PostgreSQL
  import Foundation

  /// One thread's place at the database: its connection, made when it is needed and again when it was lost.
  final class PostgresSeat {
    private let address: PostgresAddress
    private let schema: String
    private let renews: Bool
    private var connection: PostgresConnection?
    /// Whether the last attempt to connect found no database.
    private(set) var isDown = false

    /// - Parameter renews: whether older tables that a new connection finds are renewed, and not refused.
    init(address: PostgresAddress, schema: String, renews: Bool) {
      self.address = address
      self.schema = schema
      self.renews = renews
    }

    /// How often transactions that got into each other's way are tried; the last wait is about a quarter of a second.
    private static let tries = 9
    /// Serialisation failure and deadlock: nothing was kept, and another time may go well.
    private static let collisions = [SQLState("40001"), SQLState("40P01")]

    func transaction<R>(
      isReading: Bool, _ body: (any TrustTransaction) throws(StoreError) -> R
    ) -> Result<R, StoreError> {
      perform { connection throws(StoreError) in
        try connection.begin(
          isReading
            ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
        do throws(StoreError) {
          let result = try body(PostgresTransaction(connection: connection, isReading: isReading))
          try connection.commit()
          return result
        } catch {
          if !connection.isLost { connection.rollBack() }
          throw error
        }
      }
    }

    /// Microseconds since 1970 on the database's clock.
    func time() -> Result<Int64, StoreError> {
      perform { connection throws(StoreError) in
        let rows = try connection.query("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint", [])
        guard let row = rows.first else { throw .unreadable }
        return try row.int(0)
      }
    }

    private func perform<R>(_ work: (PostgresConnection) throws(StoreError) -> R) -> Result<R, StoreError> {
      var collisions = 0
      var reconnections = 0
      while true {
        let connection: PostgresConnection
        do throws(StoreError) {
          connection = try connected()
        } catch {
          isDown = error == .unreachable
          return .failure(error)
        }
        isDown = false
        do throws(StoreError) {
          return .success(try work(connection))
        } catch {
          if connection.isLost { self.connection = nil }
          switch error {
          case .refused(let state) where Self.collisions.contains(state) && collisions < Self.tries:
            Thread.sleep(forTimeInterval: 0.001 * Double(1 << collisions))
            collisions += 1
          // Before its commit was sent nothing is kept: a connection that had died while nobody looked, or in the
          // middle, is replaced, once.
          case .unreachable where connection.isLost && reconnections == 0: reconnections = 1
          default: return .failure(error)
          }
        }
      }
    }

    private func connected() throws(StoreError) -> PostgresConnection {
      if let connection { return connection }
      let fresh = try PostgresConnection.open(address, schema: schema)
      try PostgresSchema.check(fresh, schema: schema, renews: renews)
      connection = fresh
      return fresh
    }
  }
#endif
