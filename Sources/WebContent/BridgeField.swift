public import UntrustedInput

/// One field of a message: its name and what its value may be. There is no field of free structure, and what it reads
/// stays untrusted: never a path, a query, a command or part of a page.
public struct BridgeField: Sendable, Hashable {
  /// The most characters of a line, and the most elements of a list.
  public static let longest = 65536

  public let name: String
  public let kind: PageValueKind
  public let isOptional: Bool

  /// - Throws: `badName`; `emptySchema` for no word, or a limit that is not from 1 to ``longest``.
  public init(_ name: String, _ kind: PageValueKind, isOptional: Bool = false) throws(WebContentError) {
    guard Self.isName(name) else { throw .badName }
    guard Self.allowsSomething(kind) else { throw .emptySchema }
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
  }

  private static func allowsSomething(_ kind: PageValueKind) -> Bool {
    switch kind {
    case .flag, .integer: true
    case .oneOf(let words): !words.isEmpty
    case .line(let limit): (1...longest).contains(limit)
    case .list(let kind, let limit): (1...longest).contains(limit) && allowsSomething(kind)
    }
  }

  static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }
}
