/// One way to be let in, as a `WWW-Authenticate` field offers it: a scheme and its parameters.
/// Source: RFC 9110, sections 11.2, 11.3 and 11.6.1.
struct AuthenticationChallenge: Sendable, Hashable {
  /// In lower case.
  let scheme: String
  /// Names in lower case.
  private(set) var parameters: [String: String] = [:]

  static let byteLimit = 4096

  /// Every challenge of one field; none when it is not of the form, too long, or says one thing twice.
  static func all(in field: String) -> [AuthenticationChallenge] {
    guard field.utf8.count <= byteLimit else { return [] }
    var challenges: [AuthenticationChallenge] = []
    guard let pieces = pieces(of: Array(field.utf8)[...]) else { return [] }
    for piece in pieces where !piece.isEmpty {
      if let (name, value) = parameter(piece) {
        guard let last = challenges.indices.last, challenges[last].add(name, value) else { return [] }
        continue
      }
      let scheme = piece.prefix(while: isToken)
      let rest = trimmed(piece.dropFirst(scheme.count))
      guard !scheme.isEmpty, scheme.count == piece.count || piece[scheme.endIndex] == space else { return [] }
      var challenge = AuthenticationChallenge(scheme: text(scheme).lowercased())
      if let (name, value) = parameter(rest) {
        guard challenge.add(name, value) else { return [] }
      } else {
        // The other form, one opaque word: none of ours has it.
        guard rest.allSatisfy({ isToken($0) || $0 == slash || $0 == equals }) else { return [] }
      }
      challenges.append(challenge)
    }
    return challenges
  }

  private mutating func add(_ name: String, _ value: String) -> Bool {
    parameters.updateValue(value, forKey: name) == nil
  }

  /// The parts between commas, but for those in quotes; nil when a quote stays open.
  private static func pieces(of field: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    var pieces: [ArraySlice<UInt8>] = []
    var (start, index, isQuoted) = (field.startIndex, field.startIndex, false)
    while index < field.endIndex {
      switch field[index] {
      case backslash where isQuoted: index += 1
      case quote: isQuoted.toggle()
      case comma where !isQuoted:
        pieces.append(trimmed(field[start..<index]))
        start = index + 1
      default: break
      }
      index += 1
    }
    return isQuoted ? nil : pieces + [trimmed(field[start...])]
  }

  /// `name = value`, and nothing after it.
  private static func parameter(_ piece: ArraySlice<UInt8>) -> (String, String)? {
    let name = piece.prefix(while: isToken)
    let rest = trimmed(piece.dropFirst(name.count))
    guard !name.isEmpty, rest.first == equals else { return nil }
    let value = trimmed(rest.dropFirst())
    guard value.first == quote else {
      guard !value.isEmpty, value.allSatisfy(isToken) else { return nil }
      return (text(name).lowercased(), text(value))
    }
    var bytes: [UInt8] = []
    var inner = value.dropFirst()
    while let byte = inner.popFirst(), byte != quote {
      if byte == backslash {
        guard let escaped = inner.popFirst() else { return nil }
        bytes.append(escaped)
      } else {
        bytes.append(byte)
      }
    }
    guard inner.isEmpty, value.count > 1, value.last == quote else { return nil }
    return (text(name).lowercased(), text(bytes[...]))
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let tail = bytes.drop { $0 == space || $0 == 9 }
    return tail.prefix((tail.lastIndex { $0 != space && $0 != 9 } ?? tail.startIndex - 1) + 1 - tail.startIndex)
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    // ! # $ % & ' * + - . ^ _ ` | ~
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  private static let (space, quote, comma, slash) = (UInt8(0x20), UInt8(0x22), UInt8(0x2C), UInt8(0x2F))
  private static let (equals, backslash) = (UInt8(0x3D), UInt8(0x5C))
}
