/// One place that gives a build setting its value in what people get.
struct SettingUse: Sendable {
  let name: String
  /// What this place writes; the inherited part has a place of its own.
  let text: String
  let product: BuildConfiguration.Product
  let place: ConfigurationPlace

  /// `YES` in the spellings that Xcode takes for one.
  var isOn: Bool { ["yes", "true", "1"].contains(text.lowercased()) }
  var isOff: Bool { ["no", "false", "0"].contains(text.lowercased()) }
  var words: [Substring] { text.split { $0.isWhitespace || $0 == "\"" || $0 == "," } }
}
