/// The parts of a root-key file: how the root keys are protected, and the sealed ring of them. Structure only.
///
/// Layout: magic `ROOT` (4), version (1), protection (1) with its parameters, the sealed ring, SHA-256 over all before
/// it (32). Parameters of a key file: the wrapping key (32); of a passphrase: scrypt exponent (1), salt (16); of a TPM:
/// flags (1), PCR mask (3), then the object's public and private part, each with its length (2) before it.
struct RootKeyFile {
  enum Flaw: Error { case damaged, newerVersion }

  enum Protection: Sendable, Hashable {
    case keyFile
    case passphrase(exponent: Int, salt: [UInt8])
    case tpm(SealedObject)
  }

  /// What a TPM gave out when it sealed the wrapping key; only that TPM can open it.
  struct SealedObject: Sendable, Hashable {
    var needsAuthorisation: Bool
    /// Bit n stands for PCR n; 0 when the object is not bound to the boot state.
    var registers: UInt32
    var publicPart: [UInt8]
    var privatePart: [UInt8]
  }

  static let version: UInt8 = 1
  static let digestCount = 32
  static let saltCount = 16
  static let keyCount = 32
  /// scrypt needs 128·8·2^exponent bytes: 16 MiB to 1 GiB.
  static let exponents = 14...20
  static let limit = 4096
  private static let magic: [UInt8] = [0x52, 0x4F, 0x4F, 0x54]
  private static let partLimit = 1024

  let protection: Protection
  /// Where the wrapping key lies in the clear; empty unless it is a key file.
  let wrappingKey: Range<Int>
  let ring: Range<Int>
  let digest: Range<Int>

  /// True for what can only be this format, however damaged.
  static func claims(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: magic) }

  init(parsing bytes: UnsafeRawBufferPointer) throws(Flaw) {
    var reader = ByteReader(bytes)
    guard Self.claims(bytes), reader.range(4) != nil, let version = reader.byte(), version >= 1 else {
      throw .damaged
    }
    guard version == Self.version else { throw .newerVersion }
    var key = 0..<0
    switch reader.byte() {
    case 0:
      guard let range = reader.range(Self.keyCount) else { throw .damaged }
      (key, protection) = (range, .keyFile)
    case 1:
      guard let exponent = reader.byte(), Self.exponents.contains(Int(exponent)),
        let salt = reader.array(Self.saltCount)
      else { throw .damaged }
      protection = .passphrase(exponent: Int(exponent), salt: salt)
    case 2:
      guard let flags = reader.byte(), flags <= 1, let mask = reader.number(3),
        let publicCount = reader.number(2), publicCount <= Self.partLimit,
        let publicPart = reader.array(Int(publicCount)),
        let privateCount = reader.number(2), privateCount <= Self.partLimit,
        let privatePart = reader.array(Int(privateCount))
      else { throw .damaged }
      protection = .tpm(
        SealedObject(
          needsAuthorisation: flags == 1, registers: UInt32(mask), publicPart: publicPart, privatePart: privatePart))
    default: throw .damaged
    }
    wrappingKey = key
    let rest = bytes.count - reader.offset - Self.digestCount
    guard rest > 0, let ring = reader.range(rest), let digest = reader.range(Self.digestCount) else {
      throw .damaged
    }
    self.ring = ring
    self.digest = digest
  }

  /// Everything before the wrapping key or, where none is stored, before the ring.
  static func header(_ protection: Protection) -> [UInt8] {
    let start = magic + [version]
    switch protection {
    case .keyFile: return start + [0]
    case .passphrase(let exponent, let salt): return start + [1, UInt8(truncatingIfNeeded: exponent)] + salt
    case .tpm(let object):
      var bytes = start + [2, object.needsAuthorisation ? 1 : 0]
      for shift: UInt32 in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: object.registers >> shift)) }
      for part in [object.publicPart, object.privatePart] {
        bytes += [UInt8(truncatingIfNeeded: part.count >> 8), UInt8(truncatingIfNeeded: part.count)] + part
      }
      return bytes
    }
  }
}
