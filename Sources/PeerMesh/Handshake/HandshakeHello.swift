/// The first bytes on a link: version 1, suite 1, blinded key id 8, first Noise message 48. Nothing in it repeats from
/// one connection to the next, so that nobody can follow a mission by it.
struct HandshakeHello {
  static let version: UInt8 = 1
  static let byteCount = 10 + NoiseHandshake.messageByteCount
  let blindedID: [UInt8]
  let message: [UInt8]

  var bytes: [UInt8] { [Self.version, MeshSuite.noise.rawValue] + blindedID + message }
  var ephemeral: [UInt8] { Array(message.prefix(32)) }

  init(blindedID: [UInt8], message: [UInt8]) {
    self.blindedID = blindedID
    self.message = message
  }

  init(reading bytes: [UInt8]) throws(MeshRefusal) {
    guard bytes.count == Self.byteCount else { throw .malformed }
    guard bytes[0] == Self.version, bytes[1] == MeshSuite.noise.rawValue else { throw .unknownVersion }
    blindedID = Array(bytes[2..<10])
    message = Array(bytes[10...])
  }

  /// What both proofs are bound to: label, version, suite, key and mission, who speaks first, and the connection.
  static func prologue(key: MeshKey, binding: [UInt8]) -> [UInt8] {
    var bytes = Array("mantlet mesh 1 link: initiator, responder".utf8)
    bytes += [version, MeshSuite.noise.rawValue]
    bytes.append(bigEndian: key.id.number)
    bytes.append(shortText: key.mission)
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: binding.count))
    return bytes + binding
  }
}
