/// The clear part of a frame, covered by its tag and the same on the whole way; no relay changes it.
/// Version 1, kind 1, flags 1, key id 8, epoch 4, sender 8, boot 8, sequence 8, milliseconds since 1970 6; big-endian.
package struct FrameHeader: Sendable, Hashable {
  package static let byteCount = 45
  static let version: UInt8 = 1
  package let kind: MessageKind
  package let isSigned: Bool
  let keyID: MeshKeyID
  let epoch: UInt32
  let sender: SenderID
  let boot: UInt64
  let sequence: UInt64
  package let sentAt: MeshTime

  /// What makes a frame the same one wherever it is heard; counts only after the tag.
  var id: FrameID { FrameID(stream: stream, sequence: sequence) }
  var stream: SenderStream { SenderStream(sender: sender, boot: boot, isSigned: isSigned) }

  var bytes: [UInt8] { withBytes(Array.init) }

  /// Lends them: every frame that is sealed begins with them.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: Self.byteCount, alignment: 8) { bytes in
      (bytes[0], bytes[1], bytes[2]) = (Self.version, kind.rawValue, isSigned ? 1 : 0)
      bytes.storeBytes(of: keyID.number.bigEndian, toByteOffset: 3, as: UInt64.self)
      bytes.storeBytes(of: epoch.bigEndian, toByteOffset: 11, as: UInt32.self)
      bytes.storeBytes(of: sender.number.bigEndian, toByteOffset: 15, as: UInt64.self)
      bytes.storeBytes(of: boot.bigEndian, toByteOffset: 23, as: UInt64.self)
      bytes.storeBytes(of: sequence.bigEndian, toByteOffset: 31, as: UInt64.self)
      bytes.storeBytes(of: UInt16(truncatingIfNeeded: sentAt >> 32).bigEndian, toByteOffset: 39, as: UInt16.self)
      bytes.storeBytes(of: UInt32(truncatingIfNeeded: sentAt).bigEndian, toByteOffset: 41, as: UInt32.self)
      return body(UnsafeRawBufferPointer(bytes))
    }
  }
}

extension FrameHeader {
  /// - Throws: ``MeshRefusal/malformed``, ``MeshRefusal/unknownVersion``.
  package init(reading bytes: ArraySlice<UInt8>) throws(MeshRefusal) {
    guard bytes.count >= Self.byteCount else { throw .malformed }
    let fields = bytes.withUnsafeBytes { bytes in
      (
        bytes[0], bytes[1], bytes[2], UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 3, as: UInt64.self)),
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 11, as: UInt32.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 15, as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 23, as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 31, as: UInt64.self)),
        MeshTime(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 39, as: UInt16.self))) << 32
          | MeshTime(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 41, as: UInt32.self)))
      )
    }
    guard fields.0 == Self.version else { throw .unknownVersion }
    guard let kind = MessageKind(rawValue: fields.1), fields.2 <= 1 else { throw .malformed }
    self.kind = kind
    isSigned = fields.2 == 1
    keyID = MeshKeyID(fields.3)
    epoch = fields.4
    sender = SenderID(fields.5)
    boot = fields.6
    sequence = fields.7
    sentAt = fields.8
  }
}
