#if PostgreSQL
  import Foundation
  import Testing
  import TrustServer

  /// What is refused before a byte leaves this machine needs no server.
  @Suite struct PostgresConnectionTests {
    @Test(
      "Another machine without a checked certificate is refused",
      arguments: [
        "host=db.invalid sslmode=require", "host=db.invalid sslmode=prefer", "host=db.invalid sslmode=verify-ca",
        "postgresql://u@db.invalid/d?sslmode=disable", "host=localhost,db.invalid sslmode=require",
        "host=localhost hostaddr=192.0.2.1 sslmode=require", "host=127.0.0.1.db.invalid sslmode=allow",
        "host=127.example sslmode=require", "hostaddr=::2 sslmode=require", "host=127.0.0.+1 sslmode=require",
      ])
    func exposed(connection: String) {
      #expect(throws: StoreError.transportExposed) { try PostgresTrustStore(connection: connection) }
    }

    @Test(
      "A password in the connection string is refused",
      arguments: [
        "postgresql://u:secret@localhost/d", "host=localhost password=secret", "host=localhost sslpassword=secret",
      ])
    func password(connection: String) {
      #expect(throws: StoreError.passwordInConnection) { try PostgresTrustStore(connection: connection) }
      #expect(!"\(StoreError.passwordInConnection)".contains("secret"))
    }

    @Test(
      "A text that libpq cannot read, and a service file, are refused",
      arguments: ["host", "colour=red", "postgresql://[", "service=x"])
    func unusable(connection: String) {
      #expect(throws: StoreError.connectionUnusable) { try PostgresTrustStore(connection: connection) }
    }

    @Test("A zero byte, at which libpq would stop reading, is refused")
    func zeroByte() {
      #expect(throws: StoreError.connectionUnusable) {
        try PostgresTrustStore(connection: "host=localhost\u{0}sslmode=disable")
      }
    }

    @Test("A schema name that would be SQL is refused", arguments: ["", "a; DROP", "A", "1a", "pg_x", "a\"", "ä"])
    func schema(name: String) {
      #expect(throws: StoreError.connectionUnusable) {
        try PostgresTrustStore(connection: "host=/nowhere", schema: name)
      }
    }

    @Test("No server there is said as such", arguments: ["host=/nowhere", "host=127.0.0.1 port=1"])
    func unreachable(connection: String) {
      #expect(throws: StoreError.unreachable) { try PostgresTrustStore(connection: connection) }
      #expect(throws: StoreError.unreachable) { try TrustStoreLocation.postgresql(connection: connection).open() }
    }

    @Test("SQLSTATE survives as a number and reads as its five characters")
    func states() throws {
      for text in ["00000", "40001", "40P01", "57P03", "ZZZZZ"] { #expect(SQLState(text)?.description == text) }
      for text in ["", "4000", "400011", "40p01", "4000 ", "ä000"] { #expect(SQLState(text) == nil) }
    }
  }

  /// Who may sign in, on a real server through TCP and TLS.
  @Suite(.enabled(if: PostgresPlace.connection != nil && PostgresPlace.port != nil, "no MANTLET_POSTGRES_PORT"))
  struct PostgresSignInTests {
    private func tcp(_ more: String) throws -> String {
      "host=localhost port=\(try #require(PostgresPlace.port)) user=app dbname=mantlet \(more)"
    }

    @Test("A password from its file lets in; none, and a wrong one, do not")
    func password() throws {
      let file = try #require(PostgresPlace.passwordFile)
      _ = try PostgresTrustStore(connection: try tcp("passfile=\(file)"), schema: PostgresPlace.freshSchema())
      let refused = StoreError.signInRefused(try #require(SQLState("28P01")))
      #expect(throws: refused) { try PostgresTrustStore(connection: try tcp("passfile=/nowhere")) }
      #expect(throws: refused) { try PostgresTrustStore(connection: try tcp("passfile=\(file).wrong")) }
      #expect("\(refused)".contains("28P01"))
    }

    @Test("A database that is not there is a refusal, not an unreachable server")
    func database() throws {
      let connection = try #require(PostgresPlace.connection) + " dbname=nosuch"
      #expect(throws: StoreError.signInRefused(try #require(SQLState("3D000")))) {
        try PostgresTrustStore(connection: connection)
      }
    }

    @Test("verify-full takes the certificate that its file vouches for, and no other")
    func certificate() throws {
      let (file, roots) = (try #require(PostgresPlace.passwordFile), try #require(PostgresPlace.certificate))
      _ = try PostgresTrustStore(
        connection: try tcp("passfile=\(file) sslmode=verify-full sslrootcert=\(roots)"),
        schema: PostgresPlace.freshSchema())
      #expect(throws: StoreError.unreachable) {
        try PostgresTrustStore(connection: try tcp("passfile=\(file) sslmode=verify-full sslrootcert=\(roots).other"))
      }
    }
  }
#endif
