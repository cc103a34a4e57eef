#if Server
  import ArgumentParser
  import Foundation
  import SecurityPolicy
  import TrustServer

  /// `mantlet serve`: the server alone, from a configuration of its own or on a state directory.
  struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve", abstract: "Run the server alone until Ctrl-C or SIGTERM.",
      discussion: """
        With a policy (in the configuration file, --policy or MANTLET_POLICY) it is a server of its own. Without one it \
        serves a state directory of `mantlet up` on loopback, from the first free port on.

        Each setting has a place in the configuration file (tls.key), a flag (--tls-key) and a variable \
        (MANTLET_TLS_KEY); the flag wins over the variable, the variable over the file. Secrets come from files with \
        mode 0600, or from a variable; of a secret, MANTLET_…_FILE names the file.

        GET /health answers while the process does, GET /ready when it can decide. SIGTERM lets running requests end.
        """)

    @OptionGroup var options: ServerOptions
    @Flag(name: .customLong("insecure-http"), help: "For tests: plain HTTP, on a loopback address only.")
    var insecureHTTP = false
    @Flag(help: "For tests: POST /_test/clock with `seconds` turns the server's clock.")
    var insecureTestClock = false
    @Option(help: "For tests: certificates (PEM) that attestations may lead to in place of Apple's and Google's.")
    var insecureAttestationRoots: String?

    func run() async throws {
      do {
        let interruption = Interruption()
        let settings = try options.settings()
        let insecure = ServerPlan.Insecure(
          http: insecureHTTP, testClock: insecureTestClock, attestationRoots: insecureAttestationRoots)
        if settings.isSaid(.policy) {
          try await serve(try await ServerPlan(settings, insecure: insecure), interruption)
        } else {
          try await serveState(settings, insecure, interruption)
        }
      } catch {
        throw ExitStatus.ending(error)
      }
    }

    private func serve(_ plan: ServerPlan, _ interruption: Interruption) async throws {
      Self.warn(plan.insecure)
      let log = EventLog(level: plan.logLevel)
      let server = try await RunningServer.start(plan)
      var facts = ["host": plan.host, "port": "\(server.port)", "issuer": plan.issuer, "store": plan.store.name]
      facts["metricsPort"] = server.metricsPort.map(String.init)
      facts["attestation"] = Self.kinds(server.attestation)
      log.note("listening", facts)
      Self.sayUnattested(server.attestation, plan.policy)
      try await Self.stay(server, log, interruption)
    }

    private func serveState(
      _ settings: ServerSettings, _ insecure: ServerPlan.Insecure, _ interruption: Interruption
    ) async throws {
      try Self.check(settings)
      let firstPort = settings.number(.port, or: StarterPolicy.defaultPort)
      guard (1024...65435).contains(firstPort) else {
        throw SettingError.wrong(.port, settings.place(.port), expected: "a number from 1024 to 65435")
      }
      Self.warn(insecure)
      let directory = try StateDirectory.openOrMake(
        at: StateDirectory.location(options.state), fresh: false, now: Date(),
        policy: insecure.http ? .insecureTests : .development)
      let lock = try StateLock(directory)
      let (setup, server) = try await RunningServer.start(
        state: directory, firstPort: firstPort, insecure: insecure, settings: settings)
      try setup.writeSlice()
      Self.sayUnattested(server.attestation, setup.policy)
      StandardOutput.print("\(setup.issuer) signer \(setup.signer) slice \(setup.slicePath)")
      try await Self.stay(server, EventLog(level: settings.level), interruption)
      withExtendedLifetime(lock) {}
    }

    /// A state directory brings its own keys, store and address.
    private static func check(_ settings: ServerSettings) throws(SettingError) {
      let allowed: Set<Setting> = [
        .port, .host, .connections, .connectionsPerAddress, .requestsPerMinute, .introspectionsPerMinute,
        .requestsPerDevice, .challengesPerMinute, .wrongPerAddress, .sessionsPerPerson, .trustedProxy,
        .trustedProxyHeader, .bodySeconds, .firstHeadSeconds, .headSeconds, .metricsHost, .metricsPort,
        .metricsOnServerPort, .logLevel, .signingKeyAge, .signingKeyLead, .proofNonces, .pins,
        .acceptsEarlierClock,
      ]
      for setting in Setting.allCases where settings.isSaid(setting) && !allowed.contains(setting) {
        throw .clash(
          "\(settings.place(setting)) belongs to a server with a policy of its own: name one with --policy or --config, "
            + "or leave it out to serve a state directory")
      }
      guard settings.text(.host) ?? "127.0.0.1" == "127.0.0.1" else {
        throw .wrong(.host, settings.place(.host), expected: "127.0.0.1: a state directory is served on loopback only")
      }
    }

    private static func kinds(_ desk: AttestationDesk) -> String {
      let kinds = desk.kinds.map(\.rawValue)
      return kinds.isEmpty ? "none" : kinds.joined(separator: " ")
    }

    /// One line when no device, or none of a platform that the policy has rules for, can earn the attested tier.
    private static func sayUnattested(_ desk: AttestationDesk, _ policy: Policy) {
      let ways: [(Platform, [AttestationKind])] = [
        (.ios, [.appAttest]), (.macos, [.appAttest]), (.android, [.androidKey, .playIntegrity]),
      ]
      let lacking = ways.filter { platform, kinds in
        policy.server.devices[platform] != nil && kinds.allSatisfy { desk.obstacle(to: $0) != nil }
      }
      guard desk.kinds.isEmpty || !lacking.isEmpty else { return }
      let why = lacking.compactMap { platform, kinds in
        kinds.first.flatMap { desk.obstacle(to: $0) }.map { "\(platform.rawValue): \($0)" }
      }
      StandardError.print(
        "mantlet: \(desk.kinds.isEmpty ? "no hardware attestation is set up" : "attestation is set up in part"): "
          + (why + ["other devices have the reduced tier at most"]).joined(separator: "; "))
    }

    private static func warn(_ insecure: ServerPlan.Insecure) {
      if insecure.http {
        StandardError.print(
          "mantlet: warning: --insecure-http: everything travels in the clear, and tokens need no proof of their key "
            + "where the policy does not ask for one; for tests on this machine only")
      }
      if insecure.attestationRoots != nil {
        StandardError.print(
          "mantlet: warning: --insecure-attestation-roots: whoever holds their keys makes attested devices at will; for "
            + "tests only")
      }
      if insecure.testClock {
        StandardError.print(
          "mantlet: warning: --insecure-test-clock: whoever reaches this server turns its clock, so nothing that ends by "
            + "time is protected; for tests only")
      }
    }

    /// Logs until the first signal, or until the server ends by itself.
    private static func stay(_ server: RunningServer, _ log: EventLog, _ interruption: Interruption) async throws {
      let printing = Task {
        for await event in server.queue.events {
          log.write(event)
          log.writeDropped(server.queue.takeDropped())
        }
      }
      let signals = interruption.signals
      var failure: (any Error)?
      do {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { for await _ in signals { break } }
          group.addTask { try await server.wait() }
          defer { group.cancelAll() }
          try await group.next()
          await server.stop()
        }
      } catch {
        failure = error
      }
      withExtendedLifetime(interruption) {}
      // The last requests may have told of an alarm.
      server.queue.finish()
      await printing.value
      if let failure { throw failure }
      log.note("stopped")
    }
  }
#else
  import ArgumentParser

  /// `mantlet serve` needs the trait Server.
  struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Not in this build.")
    func run() throws { throw ExitStatus.stop("built without the trait Server", ExitStatus.usage) }
  }
#endif
