import Crypto
import Foundation
import PeerMesh

/// A member of the mission who keeps to no rule: written from the description of the wire alone, it shares nothing with the
/// code under test but the handshake. It says hello, then seals whatever records and frames a test wants.
struct Adversary {
  let root: [UInt8]
  let epoch: UInt32
  let mission: String
  var binding: [UInt8] = []
  private var handshake: NoiseHandshake?
  private var sending: SymmetricKey?
  private var receiving: SymmetricKey?
  private var number: UInt64 = 0

  init(key number: Int = 1, epoch: UInt32 = 1, mission: String = "Rescue") {
    root = Crew.bytes("key \(number)")
    self.epoch = epoch
    self.mission = mission
  }

  func derived(_ label: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: root), info: Array("mantlet mesh 1 \(label)".utf8) + Self.big(epoch),
      outputByteCount: 32)
  }

  static func big(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  var keyID: [UInt8] { derived("key id").withUnsafeBytes { Array($0.prefix(8)) } }

  /// The first datagram on a link.
  mutating func hello(seed: String = "adversary") throws -> [UInt8] {
    let ephemeral = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: Crew.bytes(seed))
    var prologue = Array("mantlet mesh 1 link: initiator, responder".utf8) + [1, 1] + keyID
    prologue += [UInt8(mission.utf8.count)] + Array(mission.utf8) + Self.big(UInt16(binding.count)) + binding
    var handshake = NoiseHandshake(
      preSharedKey: derived("handshake"), prologue: prologue, ephemeral: ephemeral)
    let message = try handshake.writeFirst()
    let hint = HMAC<SHA256>.authenticationCode(for: message.prefix(32), using: derived("hint")).prefix(8)
    self.handshake = handshake
    return [1, 0, 1, 1] + hint + message
  }

  /// Takes the answer; from here on records can be sealed.
  mutating func finish(_ datagram: [UInt8]) throws {
    _ = try handshake?.readSecond(Array(datagram.dropFirst(2)))
    (sending, receiving) = (handshake?.split().initiator, handshake?.split().responder)
  }

  /// Any record on the proven link.
  mutating func record(_ content: [UInt8]) throws -> [UInt8] {
    defer { number += 1 }
    return try record(content, number: number)
  }

  func record(_ content: [UInt8], number: UInt64) throws -> [UInt8] {
    guard let sending else { throw MeshError.noKey }
    let nonce = try AES.GCM.Nonce(data: [0, 0, 0, 0] + Self.big(number))
    let box = try AES.GCM.seal(content, using: sending, nonce: nonce)
    return [3] + Self.big(UInt16(truncatingIfNeeded: number)) + box.ciphertext + box.tag
  }

  /// What the node said in a whole record.
  func opened(_ datagram: [UInt8]) throws -> [UInt8] {
    guard let receiving, datagram[0] == 3 else { throw MeshError.noKey }
    let nonce = try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 10) + datagram[1...2])
    let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: datagram[3...].dropLast(16), tag: datagram.suffix(16))
    return Array(try AES.GCM.open(box, using: receiving))
  }

  /// A record in parts, each with its mark; `total` may lie.
  func parts(_ content: [UInt8], number: UInt64, step: Int, total: Int? = nil) throws -> [[UInt8]] {
    guard let sending else { throw MeshError.noKey }
    let sealed = Array(try record(content, number: number).dropFirst(3))
    let marks = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: sending, info: Array("mantlet mesh 1 fragments".utf8), outputByteCount: 32)
    return stride(from: 0, to: sealed.count, by: step).map { place in
      let part =
        [4] + Self.big(UInt16(truncatingIfNeeded: number)) + Self.big(UInt16(place))
        + Self.big(UInt16(total ?? sealed.count)) + sealed[place..<min(place + step, sealed.count)]
      return part + HMAC<SHA256>.authenticationCode(for: Self.big(number) + part, using: marks).prefix(8)
    }
  }

  /// A report that all records below `next` came, or whatever `seen` and `gaps` claim.
  func report(next: UInt64, seen: UInt64 = .max, gaps: [UInt8] = []) throws -> [UInt8] {
    guard let sending else { throw MeshError.noKey }
    let marks = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: sending, info: Array("mantlet mesh 1 reports".utf8), outputByteCount: 32)
    let bytes = [6] + Self.big(UInt16(truncatingIfNeeded: next)) + Self.big(seen) + [0] + gaps
    return bytes + HMAC<SHA256>.authenticationCode(for: Self.big(next) + bytes, using: marks).prefix(8)
  }

  /// The name of a device in headers.
  func sender(_ device: MeshDeviceKey) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: device.encoded, using: derived("senders")).prefix(8))
  }

  /// Any frame; `signer` nil leaves it unsigned, `flags` says what the header claims.
  func frame(
    _ body: [UInt8], kind: UInt8 = 2, sender: [UInt8], boot: UInt64 = 7, sequence: UInt64 = 0, sentAt: MeshTime,
    signer: (any MeshSigner)? = nil, flags: UInt8? = nil, version: UInt8 = 1, epoch claimed: UInt32? = nil
  ) throws -> [UInt8] {
    var header = [version, kind, flags ?? (signer == nil ? 0 : 1)] + keyID + Self.big(claimed ?? epoch) + sender
    header += Self.big(boot) + Self.big(sequence) + Self.big(UInt64(bitPattern: sentAt)).suffix(6)
    var content = body
    if let signer {
      let signature = try signer.signature(over: Array("mantlet mesh 1 frame".utf8) + header + body)
      content = signer.publicKey.encoded + signature + body
    }
    let box = try AES.GCM.seal(
      content, using: frameKey(of: header), nonce: Self.nonce(of: header), authenticating: header)
    return header + box.ciphertext + box.tag
  }

  /// What seals all frames of this sender's boot.
  func frameKey(of frame: [UInt8]) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: derived("frames"), salt: frame[15..<31], info: Array("sender".utf8), outputByteCount: 32)
  }

  static func nonce(of frame: [UInt8]) throws -> AES.GCM.Nonce {
    try AES.GCM.Nonce(data: [0, 0, 0, 0] + frame[31..<39])
  }

  /// What a frame seals, for whoever holds the mission's key: of a signed one the signer and the signature come first.
  func content(of frame: [UInt8]) throws -> [UInt8] {
    let (header, sealed) = (frame.prefix(45), frame.dropFirst(45))
    let box = try AES.GCM.SealedBox(
      nonce: Self.nonce(of: frame), ciphertext: sealed.dropLast(16), tag: sealed.suffix(16))
    return Array(try AES.GCM.open(box, using: frameKey(of: frame), authenticating: header))
  }
}
