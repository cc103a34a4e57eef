import UntrustedInput

/// One place that gives a build setting its value in what people get.
struct SettingUse: Sendable {
  enum Place: Sendable {
    case file(SourceText, TextPosition)
    /// In a manifest written in Swift.
    case code(Expression)
  }

  let name: String
  /// What this place writes; the inherited part has a place of its own.
  let text: String
  let product: BuildConfiguration.Product
  let place: Place

  /// `YES` in the spellings that Xcode takes for one.
  var isOn: Bool { ["yes", "true", "1"].contains(text.lowercased()) }
  var isOff: Bool { ["no", "false", "0"].contains(text.lowercased()) }
  var words: [Substring] { text.split { $0.isWhitespace || $0 == "\"" || $0 == "," } }
}

extension AuditRecord {
  mutating func flaw(_ manual: RuleManual, at place: SettingUse.Place, _ severity: FindingSeverity, _ message: String) {
    switch place {
    case .file(let file, let position): flaw(manual, in: file, at: position, severity, message)
    case .code(let expression): flaw(manual, at: expression, severity, message)
    }
  }

  mutating func control(_ control: String, _ manual: RuleManual, at place: SettingUse.Place) {
    switch place {
    case .file(let file, let position): self.control(control, manual, in: file, at: position)
    case .code(let expression): self.control(control, manual, at: expression)
    }
  }
}
