#if PostgreSQL
  import Foundation
  import Testing
  import TrustServer

  /// The server that `Scripts/test-postgres` made. Each store of a test has tables of its own.
  enum PostgresPlace {
    private static let environment = ProcessInfo.processInfo.environment
    static let connection = environment["MANTLET_POSTGRES"]
    /// A program that takes `stop`, `start` or `kill`; only where nothing else uses the server.
    static let control = environment["MANTLET_POSTGRES_CONTROL"]
    /// The same server through TCP and TLS, where it wants a password.
    static let port = environment["MANTLET_POSTGRES_PORT"]
    static let certificate = environment["MANTLET_POSTGRES_CERTIFICATE"]
    static let passwordFile = environment["MANTLET_POSTGRES_PASSWORDS"]

    static func freshSchema() -> String { "t_" + UUID().uuidString.lowercased().filter { $0 != "-" } }

    static func store(schema: String = freshSchema(), connections: Int = 4) throws -> PostgresTrustStore {
      try PostgresTrustStore(connection: try #require(connection), schema: schema, connections: connections)
    }

    /// The same server under a connection that names two hosts.
    static func severalHosts() throws -> String {
      let one = try #require(connection)
      let host = try #require(one.split(separator: " ").first { $0.hasPrefix("host=") }).dropFirst(5)
      return "\(one) host=\(host),\(host)"
    }

    /// What a foreign client sees: the values, one row per line.
    @discardableResult
    static func psql(_ sql: String) throws -> String {
      try run(
        "/usr/bin/env",
        ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", try #require(connection), "-c", sql])
    }

    /// Without a pipe: the server that `start` leaves behind would hold its end open.
    static func control(_ word: String) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try #require(control))
      process.arguments = [word]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
    }

    @discardableResult
    static func run(_ program: String, _ arguments: [String]) throws -> String {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
      return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    struct Failed: Error { let status: Int32 }
  }
#endif
