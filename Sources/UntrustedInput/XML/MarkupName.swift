/// A name of XML with or without prefix.
enum MarkupName {
  static func prefix(of name: String) -> String? {
    name.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(name[..<$0]) }
  }

  static func local(_ name: String) -> String {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.utf8.index(after: colon)...])
  }
}
