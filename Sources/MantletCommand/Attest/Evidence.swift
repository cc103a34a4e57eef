import AttestationVerification
import Foundation
import UntrustedInput

/// One piece of evidence from a file: a file may hold several.
struct Evidence {
  let name: String
  /// One object, or the certificates of a chain, leaf first; empty for a token.
  let parts: [[UInt8]]
  let token: String
  /// What else the file says, for whoever takes expected values from it.
  let members: [JSONNode]

  init(_ name: String, parts: [[UInt8]], token: String = "", members: [JSONNode] = []) {
    self.name = name
    self.parts = parts
    self.token = token
    self.members = members
  }

  /// The member of the innermost object that has it.
  func member(_ names: String...) -> JSONNode? {
    for object in members {
      for name in names { if let node = object[name] { return node } }
    }
    return nil
  }
}

extension Evidence {
  /// The evidence in these files: JSON with one or more items, PEM or DER certificates, CBOR or BER as it is or in base64.
  /// Files of one certificate each make one chain together.
  static func read(_ files: [String], kind: EvidenceKind) throws -> [Evidence] {
    var found: [Evidence] = []
    var single: [(file: String, certificate: [UInt8])] = []
    func join() {
      if let first = single.first { found.append(Evidence(first.file, parts: single.map(\.certificate))) }
      single = []
    }
    for file in files {
      let items = try read(file, kind: kind)
      if kind == .androidKey, items.count == 1, items[0].members.isEmpty, items[0].parts.count == 1 {
        single.append((file, items[0].parts[0]))
      } else {
        join()
        found += items
      }
    }
    join()
    return found
  }

  private static func read(_ file: String, kind: EvidenceKind) throws -> [Evidence] {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw ExitStatus.stop("cannot read \(file)", ExitStatus.unreadable)
    }
    let bytes = Array(data)
    guard !bytes.isEmpty, bytes.count <= 1 << 22 else {
      throw ExitStatus.stop("\(file) is empty or larger than 4 MiB", ExitStatus.unreadable)
    }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) || (9...13).contains($0) }) else {
      // A JSON file may have other letters in its notes.
      if let items = try json(bytes, file, kind) { return items }
      return [Evidence(file, parts: [bytes])]
    }
    if let items = try json(bytes, file, kind) { return items }
    let text = String(decoding: bytes, as: UTF8.self)
    if kind == .androidKey {
      guard let chain = PEMCertificates.read(text), !chain.isEmpty else { throw unreadable(file, kind) }
      return [Evidence(file, parts: chain)]
    }
    let line = text.split(whereSeparator: \.isWhitespace).joined()
    if kind == .playIntegrity { return [Evidence(file, parts: [], token: line)] }
    guard let bytes = base64(line) else { throw unreadable(file, kind) }
    return [Evidence(file, parts: [bytes])]
  }

  /// Nil for bytes that are no JSON object or array.
  private static func json(_ bytes: [UInt8], _ file: String, _ kind: EvidenceKind) throws -> [Evidence]? {
    guard let first = bytes.first(where: { !(9...32).contains($0) }), first == 0x7B || first == 0x5B else { return nil }
    guard let node = try? JSONReader(maximumBytes: 1 << 22).read(bytes) else { throw unreadable(file, kind) }
    var found: [Evidence] = []
    try collect(node, around: [], file, kind, &found)
    guard !found.isEmpty else { throw unreadable(file, kind) }
    return found
  }

  private static func collect(
    _ node: JSONNode, around: [JSONNode], _ file: String, _ kind: EvidenceKind, _ found: inout [Evidence]
  ) throws {
    for child in node.array ?? [] { try collect(child, around: around, file, kind, &found) }
    guard node.members != nil else { return }
    let members = [node] + around
    for child in node.members ?? [] where child.node.array != nil && !kind.members.contains(child.name) {
      try collect(child.node, around: members, file, kind, &found)
    }
    guard let value = kind.members.lazy.compactMap({ node[$0] }).first else { return }
    let label = (node["name"]?.string).map { ": " + $0 } ?? ""
    if kind == .playIntegrity {
      guard let token = value.string else { throw unreadable(file, kind) }
      found.append(Evidence(file + label, parts: [], token: token, members: members))
      return
    }
    let parts = (value.array ?? [value]).compactMap { $0.string.flatMap(base64) }
    guard parts.count == value.array?.count ?? 1, kind == .androidKey || parts.count == 1 else {
      throw unreadable(file, kind)
    }
    found.append(Evidence(file + label, parts: parts, members: members))
  }

  private static func unreadable(_ file: String, _ kind: EvidenceKind) -> any Error {
    ExitStatus.stop("\(file) holds nothing that reads as \(kind.rawValue)", ExitStatus.unreadable)
  }

  /// Base64 or base64url, with or without padding.
  static func base64(_ text: String) -> [UInt8]? {
    let plain = text.replacing("-", with: "+").replacing("_", with: "/").trimmingSuffix { $0 == "=" }
    guard !plain.isEmpty else { return nil }
    let padding = String(repeating: "=", count: (4 - plain.count % 4) % 4)
    return Data(base64Encoded: plain + padding).map { Array($0) }
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(while isPadding: (Character) -> Bool) -> String {
    var text = String(self)
    while let last = text.last, isPadding(last) { text.removeLast() }
    return text
  }
}
