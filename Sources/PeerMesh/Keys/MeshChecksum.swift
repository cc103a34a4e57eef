import Crypto
import Foundation

/// Tells a misread key record from a whole one. Everybody can compute it: it proves nothing.
enum MeshChecksum {
  static func of(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var hash = SHA256()
    hash.update(data: Array("mantlet mesh 1 checksum".utf8))
    hash.update(bufferPointer: bytes)
    return Array(hash.finalize().prefix(4))
  }
}
