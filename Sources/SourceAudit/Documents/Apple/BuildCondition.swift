/// The conditions behind the name of a build setting: `NAME[sdk=iphoneos*][config=Release]`.
enum BuildCondition {
  /// The name without its conditions; nil when they exclude a device's build under the configuration.
  static func name(_ written: String, under configuration: String) -> String? {
    let parts = written.split(separator: "[")
    guard let name = parts.first else { return nil }
    for part in parts.dropFirst() {
      for condition in part.prefix(while: { $0 != "]" }).split(separator: ",") {
        let sides = condition.split(separator: "=", maxSplits: 1)
        guard sides.count == 2 else { continue }
        if sides[0] == "config", !matches(configuration, sides[1]) { return nil }
        if sides[0] == "sdk", sides[1].contains("simulator") { return nil }
      }
    }
    return String(name)
  }

  /// A pattern with at most a star at its end.
  private static func matches(_ text: String, _ pattern: Substring) -> Bool {
    pattern.hasSuffix("*") ? text.hasPrefix(pattern.dropLast()) : text == pattern
  }
}
