#if LinuxClient && os(Linux)
  import Foundation
  import LinuxTransport
  import LoopbackPort
  import NetworkTrust
  import Redaction
  import TakGateway
  import TakyServer
  import Testing

  /// Against a server that enrols in the way of the field, with taky's authority; the certificate is then shown to taky.
  @Suite(.serialized, .disabled(if: Taky.isMissing), .timeLimit(.minutes(15)))
  struct CertificateEnrolmentTests {
    /// The server in Python, with the authority of this taky, until `body` is done.
    private func enrolling(
      _ taky: Taky, form: String, _ body: (TakServer, Endpoint) async throws -> Void
    ) async throws {
      let port = try LoopbackPort.free()
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Python/enrolment_server.py").path
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [Taky.python, script, "\(port)", taky.folder.path + "/site/ssl", "dora", "a token", form]
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      defer { kill(process.processIdentifier, SIGKILL) }
      try await Taky.untilListening(on: port)
      let package = try await DataPackage(taky.package(of: "alice")).takServer()
      let endpoint = Endpoint(host: try ServerHost("127.0.0.1"), port: port)
      try await body(TakServer(endpoint: package.endpoint, authorities: package.authorities), endpoint)
    }

    private func enrol(
      _ server: TakServer, at endpoint: Endpoint, password: String = "a token"
    ) async throws -> ClientIdentity {
      let transport = try PinnedHTTPTransport(
        endpoint: endpoint, trust: server.trust(by: .expectedName(ServerHost("tak.example"))), now: { Date() })
      var dice = SystemRandomNumberGenerator()
      let enrolment = try CertificateEnrolment(to: server, over: transport, username: "dora", clientUID: "DORA-1")
      return try await enrolment.enrol(
        .exportable(PrivateKeyDER.makeP256(using: &dice)), password: Secret(copying: password.utf8), now: { Date() })
    }

    @Test(arguments: ["json", "xml"])
    func `A key made here gets a certificate that a real TAK server takes`(form: String) async throws {
      let taky = try await Taky.start()
      defer { taky.end() }
      try await enrolling(taky, form: form) { server, endpoint in
        let identity = try await enrol(server, at: endpoint)
        let client = try TakClient(server, uid: "DORA-1", identity: identity)
        #expect(try await client.connected { await $0.untilConnected() })
      }
    }

    @Test func `The password of a scanned code gets the certificate, from the host that it names only`() async throws {
      let taky = try await Taky.start()
      defer { taky.end() }
      try await enrolling(taky, form: "json") { server, endpoint in
        func code(_ host: String) throws -> EnrolmentCode {
          try EnrolmentCode("tak://com.atakmap.app/enroll?host=\(host)&username=dora&token=a%20token")
        }
        let transport = try PinnedHTTPTransport(
          endpoint: endpoint, trust: server.trust(by: .expectedName(ServerHost("tak.example"))), now: { Date() })
        var dice = SystemRandomNumberGenerator()
        let key = ClientKey.exportable(try PrivateKeyDER.makeP256(using: &dice))
        let enrolment = try CertificateEnrolment(
          to: server, over: transport, code: code("127.0.0.1"), clientUID: "DORA-1")
        let identity = try await enrolment.enrol(key, now: { Date() })
        #expect(try await TakClient(server, uid: "DORA-1", identity: identity).connected { await $0.untilConnected() })
        #expect(throws: GatewayError.foreignCode) {
          try CertificateEnrolment(to: server, over: transport, code: code("evil.example"), clientUID: "DORA-1")
        }
        #expect(throws: GatewayError.enrolmentIncomplete) {
          try CertificateEnrolment(
            to: server, over: transport, code: EnrolmentCode("My server,127.0.0.1,8089,SSL"), clientUID: "DORA-1")
        }
        let plain = try CertificateEnrolment(to: server, over: transport, username: "dora", clientUID: "DORA-1")
        await #expect(throws: GatewayError.enrolmentIncomplete) { try await plain.enrol(key, now: { Date() }) }
      }
    }

    @Test func `A wrong password, a certificate for another key and another authority's server are refused`()
      async throws
    {
      let (taky, other) = (try await Taky.start(), try await Taky.start())
      defer {
        taky.end()
        other.end()
      }
      try await enrolling(taky, form: "json") { server, endpoint in
        await #expect(throws: GatewayError.notAuthorized) {
          try await enrol(server, at: endpoint, password: "another")
        }
        let unknown = TakServer(endpoint: server.endpoint, authorities: [])
        #expect(throws: GatewayError.authorityNeeded) { try unknown.trust(by: .dialledName) }
        let theirs = try await DataPackage(other.package(of: "bob")).takServer()
        // Every authority of taky has the same name. The password does not leave: the server would have taken it.
        await #expect(throws: GatewayError.network(.untrusted(.badSignature))) {
          try await enrol(theirs, at: endpoint)
        }
      }
      try await enrolling(taky, form: "foreign") { server, endpoint in
        await #expect(throws: GatewayError.identity(.keyMismatch)) { try await enrol(server, at: endpoint) }
      }
    }
  }
#endif
