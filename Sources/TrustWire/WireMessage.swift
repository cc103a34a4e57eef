import UntrustedInput

/// A message with a version that device and server spell alike.
///
/// Reading is bounded and strict about types; members that this version does not know are ignored, a version that it
/// does not know is ``WireError/unknownVersion``.
public protocol WireMessage: Sendable, Hashable {
  /// The message without its version member.
  var members: [JSONMember] { get }
  init(members node: JSONNode) throws(WireError)
}

/// The version of the protocol that this code speaks.
public let wireVersion: Int64 = 1

/// Bytes of the longest message that either side reads.
public let wireByteLimit = 256 << 10

extension WireMessage {
  /// The exact bytes to send: one line of JSON that begins with the version.
  public var bytes: [UInt8] {
    JSONWriter().bytes(JSONNode(.object([JSONMember("version", .integer(wireVersion))] + members)))
  }

  /// - Throws: ``WireError`` `unreadable`, `missing`, `unknownVersion`.
  public init(reading bytes: some Collection<UInt8>) throws(WireError) {
    let node: JSONNode
    do {
      node = try JSONReader(maximumBytes: wireByteLimit, maximumDepth: 12).read(bytes)
    } catch {
      throw .unreadable(error)
    }
    guard let version = node["version"]?.integer else { throw .missing(member: "version") }
    guard version == wireVersion else { throw .unknownVersion }
    try self.init(members: node)
  }
}

extension JSONNode {
  /// Text of at most `most` bytes. NUL is refused: a store that ends texts there would take two names for one.
  func text(_ name: String, most: Int = .max) throws(WireError) -> String {
    guard let text = self[name]?.string, text.utf8.count <= most, !text.utf8.contains(0) else {
      throw .missing(member: name)
    }
    return text
  }

  func number(_ name: String) throws(WireError) -> Int64 {
    guard let number = self[name]?.integer else { throw .missing(member: name) }
    return number
  }

  func flag(_ name: String) throws(WireError) -> Bool {
    guard let flag = self[name]?.bool else { throw .missing(member: name) }
    return flag
  }

  /// At most `most` texts of at most `bytes` bytes each, without NUL.
  func texts(_ name: String, most: Int, bytes: Int = .max) throws(WireError) -> [String] {
    guard let nodes = self[name]?.array, nodes.count <= most else { throw .missing(member: name) }
    var texts: [String] = []
    for node in nodes {
      guard let text = node.string, text.utf8.count <= bytes, !text.utf8.contains(0) else {
        throw .missing(member: name)
      }
      texts.append(text)
    }
    return texts
  }
}
