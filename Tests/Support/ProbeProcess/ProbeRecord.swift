#if os(Linux)

  import AppIntegrity
  import SecurityPolicy

  /// One check as a line of JSON.
  struct ProbeRecord: Codable {
    let rooted: String
    let hooked: String
    let debugged: String
    let detected: [String]
    let unavailable: [String]
    /// Why, of each that could not look.
    let reasons: [String]
    let evidence: [String]
    let milliseconds: Double
    /// The release of the kernel, as the report has it.
    let kernel: String?

    init(result: CheckResult, milliseconds: Double, kernel: String?) {
      rooted = Self.word(result.assessment.rooted)
      hooked = Self.word(result.assessment.hooked)
      debugged = Self.word(result.assessment.debugged)
      detected = result.signals.filter { $0.observation == .detected }.map(\.probe)
      unavailable = result.signals.filter { $0.observation == .unavailable }.map(\.probe)
      reasons = result.signals.filter { $0.observation == .unavailable }.flatMap(\.evidence)
      evidence = result.evidence
      self.milliseconds = milliseconds
      self.kernel = kernel
    }

    private static func word(_ verdict: Verdict) -> String {
      switch verdict {
      case .holds: "holds"
      case .fails: "fails"
      case .undetermined: "undetermined"
      }
    }

    /// The address of a function of this program that nothing calls.
    static func unusedCode() -> UInt {
      let function: @convention(c) (Int32) -> Int32 = { number in number &* 31 &+ 7 }
      return UInt(bitPattern: unsafeBitCast(function, to: Int.self))
    }
  }

#endif
