import Crypto
import Foundation
import Redaction
public import SecurityPolicy

extension LegacyPINHash {
  /// Whether this is the PIN, compared in constant time.
  public borrowing func verify(_ pin: borrowing PIN) -> Verdict {
    var hash = SHA256()
    pin.withExposedBytes { hash.update(bufferPointer: $0) }
    let result = hash.finalize()
    let computed = Secret(count: Self.digestCount) { bytes in result.withUnsafeBytes { bytes.copyMemory(from: $0) } }
    return computed.isEqual(to: digest) ? .holds : .fails("the PIN is not the one that was set")
  }
}
