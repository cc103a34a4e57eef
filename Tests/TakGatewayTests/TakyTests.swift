#if LinuxClient && os(Linux)
  import CursorOnTarget
  import Foundation
  import LinuxTransport
  import LoopbackPort
  import NetworkTrust
  import SecurityPolicy
  import Synchronization
  import TakGateway
  import TakyServer
  import Testing

  /// Against taky, a TAK server that nobody changed, and pytak, another's client.
  @Suite(.serialized, .disabled(if: Taky.isMissing), .timeLimit(.minutes(15)))
  struct TakyTests {
    private func server(_ taky: Taky, _ user: String, isITAK: Bool = false) async throws -> TakServer {
      try await DataPackage(taky.package(of: user, isITAK: isITAK)).takServer()
    }

    /// Whether a client with this identity ever becomes connected, and why not.
    private func attempt(_ client: TakClient) async -> (error: GatewayError, wasConnected: Bool) {
      await client.connection.once()
    }

    @Test func `Packages of taky for ATAK and iTAK say where, whom and who, and warn`() async throws {
      let taky = try await Taky.start()
      defer { taky.end() }
      for isITAK in [false, true] {
        let user = isITAK ? "bob" : "alice"
        let preview = try await DataPackage(taky.package(of: user, isITAK: isITAK)).preview(at: Date())
        #expect(preview.endpoint.description == "https://127.0.0.1:\(taky.port)")
        #expect(preview.user == user)
        #expect(preview.authorities.count == 1)
        let shown = try await Taky.run(
          ["openssl", "x509", "-noout", "-fingerprint", "-sha256", "-in", taky.folder.path + "/site/ssl/ca.crt"])
        #expect(shown.output.hasSuffix("=" + preview.authorities[0].fingerprint + "\n"))
        #expect(!preview.isEnabled && preview.pinsServer)
        #expect(preview.warnings == [.publicPassword, .notEnabled])
        #expect((preview.packageName == nil) == isITAK)
      }
    }

    @Test func `Two clients with imported packages hear each other over a real server`() async throws {
      let taky = try await Taky.start()
      defer { taky.end() }
      let alice = try await TakClient(server(taky, "alice"), uid: "ALICE-1")
      let bob = try await TakClient(server(taky, "bob", isITAK: true), uid: "BOB-1")
      let heard = try await bob.connected { bob in
        #expect(await bob.untilConnected())
        return try await alice.connected { alice in
          #expect(await alice.untilConnected())
          try await alice.connection.send(alice.position(remarks: "x < y & \"z\""))
          let first = await bob.hears("ALICE-1")
          try await bob.connection.send(bob.position(-33.5))
          return (first, await alice.hears("BOB-1"))
        }
      }
      #expect(heard.0?.detail.remarks?.text?.description == "x < y & \"z\"")
      #expect(heard.0?.detail.contact?.callsign?.description == "C-ALICE-1")
      #expect(heard.1?.point.latitude == -33.5)
    }

    @Test func `What was handed in before the connection is sent once it is one`() async throws {
      let taky = try await Taky.start()
      defer { taky.end() }
      let (alice, bob) = (
        try await TakClient(server(taky, "alice"), uid: "ALICE-1"),
        try await TakClient(server(taky, "bob"), uid: "BOB-1")
      )
      try await alice.connection.send(alice.position(1))
      try await alice.connection.send(alice.position(2))
      let heard = try await bob.connected { bob in
        #expect(await bob.untilConnected())
        return try await alice.connected { _ in await bob.hears("ALICE-1") }
      }
      #expect(heard?.point.latitude == 2)
    }

    @Test func `pytak hears us, and we hear pytak`() async throws {
      let taky = try await Taky.start()
      defer { taky.end() }
      let alice = try await TakClient(server(taky, "alice"), uid: "ALICE-1")
      _ = try await taky.package(of: "eve")
      try await Taky.run(["unzip", "-j", "-o", "eve.zip", "certs/eve-*.p12", "-d", "eve"], in: taky.folder)
      let file = try #require(
        FileManager.default.contentsOfDirectory(atPath: taky.folder.path + "/eve").first { $0.hasPrefix("eve-") })
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Python/tak_client.py").path
      let pytak = Process()
      pytak.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      pytak.arguments = [
        Taky.python, script, "tls://127.0.0.1:\(taky.port)", taky.folder.path + "/eve/" + file, "atakatak", "PYTAK-1",
      ]
      let pipe = Pipe()
      pytak.standardOutput = pipe
      pytak.standardError = FileHandle.nullDevice
      defer { if pytak.isRunning { pytak.terminate() } }
      let heard = try await alice.connected { alice in
        #expect(await alice.untilConnected())
        try pytak.run()
        let heard = await alice.hears("PYTAK-1")
        try await alice.connection.send(alice.position())
        return heard
      }
      #expect(heard?.type.description == "a-f-G-U-C")
      var output = ""
      while !output.contains("heard ALICE-1") {
        let more = pipe.fileHandleForReading.availableData
        if more.isEmpty { break }
        output += String(decoding: more, as: UTF8.self)
      }
      #expect(output.contains("heard ALICE-1"))
    }

    @Test func `Without a certificate, with another authority's and with a banned one nobody is connected`()
      async throws
    {
      let (taky, other) = (try await Taky.start(known: ["banned"]), try await Taky.start())
      defer {
        taky.end()
        other.end()
      }
      let package = try await server(taky, "alice")
      let anonymous = await attempt(try TakClient(package, uid: "A", isAnonymous: true))
      #expect(!anonymous.wasConnected && anonymous.error == .network(.clientCertificateRequired))
      let stranger = try await server(other, "mallory").identity
      let foreign = await attempt(try TakClient(package, uid: "A", identity: stranger))
      #expect(!foreign.wasConnected, "\(foreign.error)")
      let banned = try await server(taky, "banned")
      #expect(try await TakClient(banned, uid: "A").connected { await $0.untilConnected() })
      try await taky.ban("banned")
      let revoked = await attempt(try TakClient(banned, uid: "A"))
      #expect(!revoked.wasConnected, "\(revoked.error)")
    }

    @Test func `A server that offers TLS 1.1 only, or no TLS, is refused`() async throws {
      let (taky, plain) = (try await Taky.start(), try await Taky.start(isPlain: true))
      let port = try LoopbackPort.free()
      let old = Process()
      old.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      old.arguments = [
        "openssl", "s_server", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0", "-quiet", "-accept", "127.0.0.1:\(port)",
        "-cert",
        "server.crt", "-key", "server.key",
      ]
      old.currentDirectoryURL = taky.folder.appending(path: "site/ssl")
      old.standardInput = FileHandle.nullDevice
      old.standardOutput = FileHandle.nullDevice
      old.standardError = FileHandle.nullDevice
      try old.run()
      defer {
        kill(old.processIdentifier, SIGKILL)
        taky.end()
        plain.end()
      }
      let package = try await server(taky, "alice")
      // The old version works for whoever takes it, so the refusal is ours.
      let address = "127.0.0.1:\(port)"
      let control = try await Taky.run([
        "sh", "-c",
        "for i in 1 2 3 4 5 6 7 8 9; do openssl s_client -tls1_1 -cipher ALL:@SECLEVEL=0 -connect \(address) </dev/null "
          + "2>&1 | grep 'Protocol.*TLSv1.1' && exit 0; sleep 1; done; exit 1",
      ])
      #expect(control.code == 0)
      for port in [port, plain.port] {
        let elsewhere = TakServer(
          endpoint: Endpoint(host: try ServerHost("127.0.0.1"), port: port), authorities: package.authorities,
          identity: package.identity)
        let refused = await attempt(try TakClient(elsewhere, uid: "A"))
        #expect(!refused.wasConnected)
        // Who takes our greeting for text ends the connection, and that may look like a reset; or waits for more of it.
        let isExpected =
          switch refused.error {
          case .network(.oldTLS), .network(.secureChannelRefused): true
          case .network(.unreachable), .network(.closed), .network(.timeout): port == plain.port
          default: false
          }
        #expect(isExpected, "\(refused.error)")
      }
    }

    @Test func `A server of another authority, with another key or of another name gets no byte`() async throws {
      let (taky, other) = (try await Taky.start(), try await Taky.start())
      defer {
        taky.end()
        other.end()
      }
      let mine = try await server(taky, "alice")
      let theirs = try await server(other, "bob")
      let mixed = TakServer(endpoint: theirs.endpoint, authorities: mine.authorities, identity: mine.identity)
      #expect(await attempt(try TakClient(mixed, uid: "A")).error == .network(.untrusted(.unknownIssuer)))
      var pinned = mine
      pinned.pin = theirs.pin
      #expect(await attempt(try TakClient(pinned, uid: "A")).error == .network(.pinMismatch))
      #expect(await attempt(try TakClient(mine, uid: "A", check: .dialledName)).error == .network(.hostMismatch))
      let named = try TakClient(mine, uid: "A", check: .expectedName(ServerHost("tak.example")))
      #expect(try await named.connected { await $0.untilConnected() })
    }

    @Test func `What another client may write and a real server relays ends no stream`() async throws {
      let taky = try await Taky.start()
      defer { taky.end() }
      let alice = try await TakClient(server(taky, "alice"), uid: "ALICE-1")
      let bob = try await server(taky, "bob")
      var requirement = NetworkRequirement()
      requirement.requestTimeout = .seconds(30)
      let opener = try PinnedStreamOpener(
        endpoint: bob.endpoint, trust: bob.trust(by: .pinOnFirstUse), requirement: requirement, identity: bob.identity,
        now: { Date() })
      @Sendable func event(_ uid: String, type: String = "a-f-G", detail: String = "") throws -> [UInt8] {
        let (now, end) = (TakClient.now(), TakClient.now().advanced(milliseconds: 60_000))
        return Array(
          """
          <event version="2.0" uid="\(uid)" type="\(type)" how="m-g" time="\(now)" start="\(now)" stale="\(end)">\
          <point lat="1" lon="2" hae="0" ce="1" le="1"/><detail>\(detail)</detail></event>
          """.utf8)
      }
      let (dropped, isBroken) = try await alice.connected { alice in
        #expect(await alice.untilConnected())
        let stream = try await opener.open()
        try await stream.write(event("BOB-1", detail: "<contact callsign=\"Bob\"/>"))
        try await stream.write(event("BOB-2", detail: "<!-- </event> --><?a b?><c d=\"\u{7F}\"/>"))
        try await stream.write(event("BOB-3", type: "t-x-takp-r"))
        try await stream.write(event("BOB-4", detail: "<a>" + String(repeating: "x", count: 100_000) + "</a>"))
        try await stream.write(event("BOB-5"))
        var (dropped, isBroken) = (0, false)
        for await notice in alice.connection.notices {
          switch notice {
          case .dropped: dropped += 1
          case .disconnected: isBroken = true
          case .event(let event) where event.uid.description == "BOB-5": return (dropped, isBroken)
          default: break
          }
        }
        return (dropped, true)
      }
      #expect(dropped == 3 && !isBroken)
    }

    @Test func `The key that is seen first is told, and is the one that counts afterwards`() async throws {
      let taky = try await Taky.start()
      defer { taky.end() }
      var mine = try await server(taky, "alice")
      let expected = mine.pin
      mine.pin = nil
      let seen = Mutex<ServerPin?>(nil)
      let client = try TakClient(mine, uid: "A", judged: { decision in seen.withLock { $0 = decision.pinsSeen.first } })
      #expect(try await client.connected { await $0.untilConnected() })
      #expect(expected != nil && seen.withLock { $0 } == expected)
    }
  }
#endif
