import Foundation

/// The name of a file, without folder: one that is the same file on every system and cannot leave its folder.
///
/// Refused: separators and their look-alikes, names that begin with a dot or a hyphen (hidden files, options of commands),
/// blanks at the edges, names of devices, characters that are reserved somewhere, invisible ones. The name is brought to
/// NFC. The end of a name says nothing about the content.
/// Source: CWE-22, CWE-23, CWE-88; Microsoft, "Naming Files, Paths, and Namespaces"; POSIX.1-2017, section 3.282.
public struct FileName: Sendable, Hashable, CustomStringConvertible {
  /// Most bytes of a name on the usual file systems.
  public static let longest = 255

  public let description: String

  /// Behind the last dot, in lower case; empty without.
  public var pathExtension: String {
    guard let dot = description.unicodeScalars.lastIndex(of: ".") else { return "" }
    return String(description.unicodeScalars[dot...].dropFirst()).lowercased()
  }

  /// - Parameter extensions: in lower case; nil allows every one.
  /// - Throws: reasons of any text and of file names.
  public init(_ text: some StringProtocol, longest: Int = longest, extensions: Set<String>? = nil)
    throws(InputRefusal)
  {  // O.Source_1#867
    guard !text.isEmpty else { throw InputRefusal(.empty) }
    // Normalising shrinks a name to a third at most.
    guard text.utf8.count <= longest * 3 else { throw InputRefusal(.tooLong, limit: longest) }
    let name = String(text).precomposedStringWithCanonicalMapping
    let scalars = Array(name.unicodeScalars)
    for (offset, scalar) in scalars.enumerated() {
      let reason: InputRefusal.Reason? =
        switch scalar {
        case "/", "\\", ":", "\u{2044}", "\u{2215}", "\u{2216}", "\u{29F5}", "\u{29F8}", "\u{FF0F}", "\u{FF3C}":
          .pathSeparator
        case "<", ">", "\"", "|", "?", "*": .fileNameCharacter
        case _ where !scalar.isASCII && scalar.properties.isWhitespace:
          ScalarJudgement.flaw(of: scalar) ?? .fileNameCharacter
        default: ScalarJudgement.flaw(of: scalar)
        }
      if let reason { throw InputRefusal(reason, at: offset + 1) }
    }
    if let flaw = ScalarJudgement.flaw(in: scalars) { throw InputRefusal(flaw.reason, at: flaw.place + 1) }
    guard name.utf8.count <= longest else { throw InputRefusal(.tooLong, limit: longest) }
    switch (scalars.first, scalars.last) {
    case (".", _): throw InputRefusal(.leadingDot)
    case ("-", _): throw InputRefusal(.leadingDash)
    case (" ", _), (_, " "), (_, "."): throw InputRefusal(.fileNameEdge)
    default: break
    }
    guard !Self.isReserved(scalars) else { throw InputRefusal(.reservedName) }
    description = name
    if let extensions, !extensions.contains(pathExtension) { throw InputRefusal(.foreignExtension) }
  }

  /// With any ending: `nul.txt` is the device, too.
  private static func isReserved(_ name: [Unicode.Scalar]) -> Bool {
    let stem = String(String.UnicodeScalarView(name.prefix { $0 != "." })).uppercased()
    let trimmed = String(stem.reversed().drop { $0 == " " }.reversed())
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"].contains(trimmed) { return true }
    guard trimmed.count == 4, trimmed.hasPrefix("COM") || trimmed.hasPrefix("LPT") else { return false }
    return trimmed.last.map { "123456789¹²³".contains($0) } ?? false
  }
}
