import Crypto
import Foundation

/// A frame as it travels, with the header that it begins with.
struct SealedFrame {
  let header: FrameHeader
  let bytes: [UInt8]
}

/// Makes this device's frames under one key: the boot id is random and the sequence only rises, so no nonce comes twice
/// under the key that both lead to. It cannot be copied: two of them would share their numbers.
struct FrameSealer: ~Copyable {
  static let overhead = FrameHeader.byteCount + CounterSeal.tagByteCount
  private let key: SymmetricKey
  private let keyID: MeshKeyID
  private let epoch: UInt32
  private let signer: any MeshSigner
  let sender: SenderID
  let boot: UInt64
  private(set) var sequence: UInt64 = 0

  init(_ key: MeshKey, signer: any MeshSigner, boot: UInt64) {
    sender = key.schedule.senderID(of: signer.publicKey)
    self.key = key.schedule.frameKey(sender: sender, boot: boot)
    keyID = key.id
    epoch = key.epoch
    self.signer = signer
    self.boot = boot
  }

  /// - Throws: ``MeshError/sequenceExhausted``, ``MeshError/signing(_:)``, ``MeshError/sealingFailed``.
  mutating func seal(
    _ body: [UInt8], kind: MessageKind, signed: Bool, now: MeshTime
  ) throws(MeshError) -> SealedFrame {
    guard sequence < 1 << 48 else { throw .sequenceExhausted }
    let header = FrameHeader(
      kind: kind, isSigned: signed || kind.mustBeSigned, keyID: keyID, epoch: epoch, sender: sender, boot: boot,
      sequence: sequence, sentAt: now)
    // Spent even if what follows fails.
    sequence += 1
    let content = header.isSigned ? try FrameSignature.content(body, header: header.bytes, signer: signer) : body
    var frame: [UInt8] = []
    frame.reserveCapacity(Self.overhead + content.count)
    let sealed: Void? = header.withBytes { head in
      frame += head
      return try? CounterSeal.seal(content, number: header.sequence, key: key, authenticating: head, into: &frame)
    }
    guard sealed != nil else { throw .sealingFailed }
    return SealedFrame(header: header, bytes: frame)
  }
}
