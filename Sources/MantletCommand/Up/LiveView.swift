#if Server
  import Foundation
  import SecurityPolicy
  import TrustServer
  import TrustWire
  import UntrustedInput

  /// What follows the story: live events, and three attacks to try from another terminal. Ends with Ctrl-C.
  struct LiveView {
    let cast: Story.Cast
    let printer: StepPrinter

    func watch() async throws {
      let interruption = Interruption()
      // The story has told its own events already.
      let since = Date()
      let setup = cast.setup
      let resident = try DeviceProcess(
        arguments: [
          "device", "watch", "--folder", setup.state.devicePath + "/resident", "--slice", setup.slicePath,
          "--signer=\(setup.signer)",
        ])
      let files = try await attackFiles()
      printer.note("\nStaying up. Attacks to paste into another terminal:\n")
      for attack in try attacks(resident: resident.identifier, files) {
        printer.note("  # \(attack.what)\n  \(attack.command)")
        if printer.asJSON {
          StandardOutput.print(["version": 1, "attack": .string(attack.what), "command": .string(attack.command)])
        }
      }
      printer.note("\nCtrl-C ends it. Events:")
      let asJSON = printer.asJSON
      let events = cast.server.queue.events
      let printing = Task {
        for await event in events where event.date >= since {
          if asJSON { StandardOutput.print(Self.node(event)) } else { StandardOutput.print(Self.line(event)) }
        }
      }
      await interruption.wait()
      printing.cancel()
      resident.finish()
    }

    private struct AttackFiles {
      let replay: String
      let headers: String
    }

    /// The report that the device sent (spent by now) as a request body, and a token whose last letters were changed.
    private func attackFiles() async throws -> AttackFiles {
      let folder = cast.setup.state.path + "/attacks"
      try StateFile.makeFolder(folder)
      let report = String(decoding: try StateFile.read(cast.reportPath), as: UTF8.self)
      try StateFile.write(
        Array("grant_type=urn%3Amantlet%3Agrant%3Adevice-report&report=\(report)".utf8), to: folder + "/replay.form")
      let token = try await ChangedToken.make(deviceFolder: cast.setup.state.devicePath + "/own")
      try StateFile.write(
        Array("Authorization: DPoP \(token)\nMantlet-App-Token: \(token)\n".utf8), to: folder + "/changed.headers")
      return AttackFiles(replay: folder + "/replay.form", headers: folder + "/changed.headers")
    }

    private func attacks(resident: Int32, _ files: AttackFiles) throws -> [(what: String, command: String)] {
      let ca = Self.quoted(cast.setup.state.path + "/" + Authority.authorityCertificate)
      let server = "https://127.0.0.1:\(cast.setup.port)"
      let attach = Self.mayAttach ? "" : "sudo "
      return [
        (
          "a debugger attaches to the resident device (or: gdb -p \(resident))",
          "\(attach)\(Self.quoted(try DeviceProcess.ownPath())) device trace --attach \(resident) --seconds 5"
        ),
        (
          "a report is sent again",
          "curl --cacert \(ca) --data \(Self.quoted("@" + files.replay)) \(server)/v1/token"
        ),
        (
          "a token is changed",
          "curl --cacert \(ca) -H \(Self.quoted("@" + files.headers)) -X POST \(server)/v1/records"
        ),
      ]
    }

    /// Some systems let only root attach to a process that is no child. Source: Yama, ptrace_scope.
    private static var mayAttach: Bool {
      let scope = try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8)
      return geteuid() == 0 || scope.map { $0.hasPrefix("0") } ?? true
    }

    /// One word for a shell, whatever stands in it.
    private static func quoted(_ word: String) -> String {
      "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }

    static func line(_ event: TrustEvent) -> String {
      let time = event.date.formatted(date: .omitted, time: .standard)
      let answer = event.code?.rawValue ?? event.reason?.rawValue ?? "ok"
      return "  \(time)  \(event.kind.rawValue)  \(event.device ?? "-")  \(answer)  \(event.explanation)"
    }

    private static func node(_ event: TrustEvent) -> JSONNode {
      [
        "version": 1, "event": .string(event.kind.rawValue), "date": .string(event.date.formatted(.iso8601)),
        "device": .string(event.device ?? ""),
        "answer": .string(event.code?.rawValue ?? event.reason?.rawValue ?? "ok"),
        "explanation": .string(event.explanation),
      ]
    }
  }
#endif
