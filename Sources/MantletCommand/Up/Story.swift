#if Server
  import Foundation
  import SecurityPolicy
  import Synchronization

  /// What `mantlet up` tells: authority, server, device, refusals, build. Every line is the outcome of something that
  /// was really done.
  actor Story {
    private let printer: StepPrinter
    private let statePath: String
    private let firstPort: Int
    private let fresh: Bool
    private(set) var hasSurprise = false

    /// Who is on stage when the story ends.
    struct Cast: Sendable {
      let setup: ServerSetup
      let server: RunningServer
      let lock: StateLock
      let reportPath: String
    }

    init(printer: StepPrinter, statePath: String, firstPort: Int, fresh: Bool) {
      self.printer = printer
      self.statePath = statePath
      self.firstPort = firstPort
      self.fresh = fresh
    }

    func tell() async throws -> Cast {
      let (state, lock) = try openState()
      let (setup, server) = try await startServer(state)
      let device = DeviceRunner(setup: setup)
      for step in try await device.live() { show(step) }
      show(try await device.leave())
      for scene in Scene.all { show(try await scene.play(device, setup)) }
      show(try await device.meetImpostor())
      for step in BuildSide(policy: setup.policy, folder: state.path + "/sample").steps() { show(step) }
      return Cast(setup: setup, server: server, lock: lock, reportPath: device.reportPath)
    }

    private func show(_ step: Step) {
      if !step.isExpected { hasSurprise = true }
      printer.print(step)
    }

    private func openState() throws -> (StateDirectory, StateLock) {
      let clock = ContinuousClock()
      let start = clock.now
      let existed = FileManager.default.fileExists(atPath: statePath)
      let state = try StateDirectory.openOrMake(at: statePath, fresh: fresh, now: Date())
      let lock = try StateLock(state)
      state.sweep()
      show(
        Step(
          chapter: "authority", what: existed && !fresh ? "keys kept" : "keys made", isExpected: true,
          fact: "CA, server certificate, backup pin, RSA-2048 in \(shortPath)",
          milliseconds: (clock.now - start) / .milliseconds(1)))
      return (state, lock)
    }

    private var shortPath: String {
      let here = FileManager.default.currentDirectoryPath + "/"
      return statePath.hasPrefix(here) ? String(statePath.dropFirst(here.count)) : statePath
    }

    private func startServer(_ state: StateDirectory) async throws -> (ServerSetup, RunningServer) {
      let clock = ContinuousClock()
      let start = clock.now
      let (setup, server) = try await RunningServer.start(state: state, firstPort: firstPort)
      try setup.writeSlice()
      show(
        Step(
          chapter: "server", what: "TrustServer up", isExpected: true,
          fact:
            "https://127.0.0.1:\(setup.port), SQLite, policy \"\(setup.policy.name)\" \(setup.slice.digest.prefix(8))…",
          milliseconds: (clock.now - start) / .milliseconds(1)))
      let tier = setup.policy.server.unattested
      show(
        Step(
          chapter: "server", what: "no hardware attestation here", isExpected: true,
          fact:
            "UNATTESTED tier \(tier.admitted ? "admitted" : "refused"), \(tier.requestsPerMinute) requests a minute, "
            + "may \(tier.mayLogIn ? "" : "not ")sign in"))
      return (setup, server)
    }
  }
#endif
