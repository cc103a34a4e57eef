import Crypto
import Redaction

/// Under which key a segment is: told before there is a line in it.
extension LogHead {
  init(random: [UInt8], root: borrowing Secret, began: Int64) {
    self.init(identifier: random + Self.check(random, root), began: began)
  }

  /// Whether it was begun under this key. No proof against who writes to the folder: that is what the seals are.
  func isUnder(_ root: borrowing Secret) -> Bool {
    Array(identifier.suffix(4)) == Self.check(Array(identifier.prefix(12)), root)
  }

  private static func check(_ random: [UInt8], _ root: borrowing Secret) -> [UInt8] {
    root.withExposedBytes { bytes in
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: bytes), info: Array("log.1.check".utf8) + random, outputByteCount: 4
      ).withUnsafeBytes { Array($0) }
    }
  }
}
