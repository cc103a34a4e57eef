#if Server
  import Foundation
  import Redaction

  /// Starts device processes for one server and gathers what they print.
  struct DeviceRunner: Sendable {
    let setup: ServerSetup

    var reportPath: String { setup.state.devicePath + "/last-report.jws" }

    /// The machine's own device, whose keys and records stay.
    func live() async throws -> [Step] {
      let arguments =
        ["device", "run"] + options(folder: setup.state.devicePath + "/own")
        + ["--user", Authority.accountName, "--keep-report", reportPath]
      let password = setup.state.authority.accountPassword.withExposedBytes { String(decoding: $0, as: UTF8.self) }
      let process = try DeviceProcess(arguments: arguments, firstLine: password)
      var steps = await process.steps()
      let code = process.finish()
      // A device that died on the way is no success, whatever it said before.
      if code != 0 || steps.map(\.what) != DeviceRun.chapters {
        let fact = "it ended with \(code) after \(steps.count) of \(DeviceRun.chapters.count) steps"
        steps.append(Step(chapter: "device", what: "device process", isExpected: false, fact: fact))
      }
      return steps
    }

    /// Another device with a folder of its own that ends with the scene; the last step that it printed.
    func visitor(
      _ arguments: (_ options: [String]) -> [String], root: String = "", port: Int? = nil
    ) async throws -> Step? {
      let folder = setup.state.devicePath + "/visitor-\(UUID().uuidString.prefix(8))"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let process = try DeviceProcess(arguments: arguments(options(folder: folder, root: root, port: port)))
      let steps = await process.steps()
      process.finish()
      return steps.last
    }

    /// A device that lives a day and logs out; then its folder is looked at from outside.
    func leave() async throws -> Step {
      let folder = setup.state.devicePath + "/visitor-\(UUID().uuidString.prefix(8))"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let arguments = ["device", "run"] + options(folder: folder) + ["--user", Authority.accountName, "--log-out"]
      let password = setup.state.authority.accountPassword.withExposedBytes { String(decoding: $0, as: UTF8.self) }
      let process = try DeviceProcess(arguments: arguments, firstLine: password)
      let steps = await process.steps()
      let code = process.finish()
      let left = Self.userFiles(in: folder)
      let last = steps.last
      let isClean = code == 0 && last?.what == "logout" && last?.isExpected == true && left.isEmpty
      return Step(
        chapter: "device", what: "logout", isExpected: isClean,
        fact: isClean ? last?.fact ?? "" : left.first.map { "left behind: \($0)" } ?? last?.fact ?? "it said nothing",
        code: last?.code, milliseconds: last?.milliseconds ?? 0)
    }

    /// Files that hold something about the user. The device key, the history of its checks, the index and the mark of the
    /// installation do not.
    private static func userFiles(in folder: String) -> [String] {
      let kept = ["secrets/device-checks.sealed", "secrets/device-key.sealed", "secrets/installation.marker.sealed"]
      guard let files = FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }), !files.isEmpty
      else { return ["the folder cannot be read"] }
      let places = ["caches/", "imports/", "preferences/", "temporary/", "transfers/", "records."]
      return files.filter { file in
        file.hasSuffix(".sealed") && !kept.contains(file) || places.contains { file.hasPrefix($0) }
      }
    }

    /// A server that the authority vouches for and the pins do not know.
    func meetImpostor() async throws -> Step {
      let identity = try setup.state.authority.impostorIdentity(now: Date())
      let impostor = try await ImpostorServer(
        certificatePEM: identity.certificatePEM, keyPEM: identity.keyPEM)
      let said = try await visitor(
        { ["device", "run"] + $0 + ["--user", Authority.accountName, "--only-report"] }, port: impostor.port)
      // Without a word the device may never have connected: nothing to wait for.
      let bytes = said == nil ? 0 : await impostor.applicationBytes()
      await impostor.close()
      let isPinned = said?.fact.contains("no key of the server's validated certificate path is pinned") ?? false
      return Step(
        chapter: "refusal", what: "server with another certificate",
        isExpected: isPinned && bytes == 0,
        fact: isPinned ? "pin mismatch, \(bytes) application bytes sent" : said?.fact ?? "the device said nothing",
        code: isPinned ? "pinMismatch" : nil, milliseconds: said?.milliseconds ?? 0)
    }

    private func options(folder: String, root: String = "", port: Int? = nil) -> [String] {
      // One word for name and value: a thumbprint may begin with a hyphen.
      ["--folder", folder, "--slice", setup.slicePath, "--signer=\(setup.signer)"]
        + (root.isEmpty ? [] : ["--root", root]) + (port.map { ["--port", String($0)] } ?? [])
    }
  }
#endif
