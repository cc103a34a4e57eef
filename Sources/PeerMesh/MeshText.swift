/// The rules for every short text that people see and others send: names, callsigns, teams.
///
/// At most `limit` bytes of UTF-8, not empty unless allowed, no control characters, no characters that change the
/// direction of writing or that nobody sees. Whether it looks like another name is not judged.
public enum MeshText {
  /// Whether `text` keeps the rules.
  public static func isAcceptable(_ text: String, limit: Int = 64, mayBeEmpty: Bool = false) -> Bool {
    (mayBeEmpty || !text.isEmpty) && text.utf8.count <= limit && text.unicodeScalars.allSatisfy { isVisible($0) }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
}
