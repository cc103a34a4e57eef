#if Server
  import Foundation
  import GRDB
  import Testing
  import TrustServer

  /// Where rows outlive the process that wrote them, looked at from outside as another program would.
  struct DurablePlace: Sendable {
    let kind: StoreKind
    /// A file, or a schema.
    let name: String

    init(_ kind: StoreKind) throws {
      switch kind {
      case .memory: throw NotDurable()
      case .file: self.init(kind, name: temporaryFile())
      #if PostgreSQL
        case .postgres: self.init(kind, name: PostgresPlace.freshSchema())
      #endif
      }
    }

    init(_ kind: StoreKind, name: String) { (self.kind, self.name) = (kind, name) }

    struct NotDurable: Error {}

    func store() throws -> any TrustStore {
      switch kind {
      case .memory: throw NotDurable()
      case .file: try SQLiteTrustStore(path: name)
      #if PostgreSQL
        case .postgres: try PostgresPlace.store(schema: name)
      #endif
      }
    }

    /// Rows of a table.
    func count(_ table: String) throws -> Int {
      switch kind {
      case .memory: throw NotDurable()
      case .file:
        try DatabaseQueue(path: name).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? -1 }
      #if PostgreSQL
        case .postgres: try #require(Int(PostgresPlace.psql("SELECT count(*) FROM \(name).\(table)")))
      #endif
      }
    }

    /// All that whoever copies it holds, a write-ahead log included.
    func copy() throws -> Copy {
      switch kind {
      case .memory: throw NotDurable()
      case .file:
        var bytes = Data()
        for suffix in ["", "-wal"] { bytes += try Data(contentsOf: URL(fileURLWithPath: name + suffix)) }
        return Copy(bytes: bytes)
      #if PostgreSQL
        case .postgres:
          return Copy(
            bytes: Data(
              try PostgresPlace.run(
                "/usr/bin/env", ["pg_dump", "-d", try #require(PostgresPlace.connection), "-n", name]
              ).utf8))
      #endif
      }
    }

    struct Copy {
      let bytes: Data

      /// As it is, or as a dump writes bytes.
      func holds(_ secret: [UInt8]) -> Bool {
        let hexadecimal = secret.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return bytes.range(of: Data(secret)) != nil || bytes.range(of: Data(hexadecimal.utf8)) != nil
      }
    }
  }

  extension StoreKind: Codable {
    /// Those whose rows outlive the process.
    static var durable: [StoreKind] { allCases.filter { $0 != .memory } }
  }
#endif
