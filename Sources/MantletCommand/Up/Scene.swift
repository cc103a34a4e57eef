#if Server
  import Foundation

  /// One thing that the shield refuses: how to do it for real, and the code that the server must give.
  struct Scene: Sendable {
    let what: String
    let expected: String
    /// The command line of the process that does it, from the options that every device gets.
    let arguments: @Sendable (_ options: [String]) -> [String]
    var stage: (@Sendable (_ root: String) throws -> Void)?

    static let all = [
      Scene(what: "report changed in flight", expected: "signatureInvalid") {
        ["device", "attack", "tampered"] + $0
      },
      Scene(what: "same report sent twice", expected: "replayed") { ["device", "attack", "replayed"] + $0 },
      Scene(
        what: "OS below the minimum", expected: "osVersionTooLow", arguments: onlyReport,
        stage: StagedDevice.outdated(at:)),
      Scene(
        what: "rooted device tree", expected: "rejectedBecauseRooted", arguments: onlyReport,
        stage: StagedDevice.rooted(at:)),
      Scene(what: "process under a debugger", expected: "rejectedBecauseHooked") {
        ["device", "trace"] + onlyReport($0)
      },
      Scene(what: "request without a token", expected: "tokenMissing") { ["device", "attack", "tokenless"] + $0 },
    ]

    private static let onlyReport: @Sendable ([String]) -> [String] = {
      ["device", "run"] + $0 + ["--user", Authority.accountName, "--only-report"]
    }

    func play(_ device: DeviceRunner, _ setup: ServerSetup) async throws -> Step {
      var root = ""
      if let stage {
        root = setup.state.path + "/stage-\(expected)"
        try? FileManager.default.removeItem(atPath: root)
        try stage(root)
      }
      defer { if !root.isEmpty { try? FileManager.default.removeItem(atPath: root) } }
      guard let said = try await device.visitor(arguments, root: root) else {
        return Step(chapter: "refusal", what: what, isExpected: false, fact: "the device process said nothing")
      }
      let fact = said.code.map { "\($0)" } ?? "not refused: \(said.fact)"
      return Step(
        chapter: "refusal", what: what, isExpected: said.code == expected,
        fact: said.code == expected ? fact : "\(fact), expected \(expected)", code: said.code,
        milliseconds: said.milliseconds)
    }
  }
#endif
