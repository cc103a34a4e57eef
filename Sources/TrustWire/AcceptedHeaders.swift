import CryptoExtras
import Synchronization

/// Headers of tokens whose signature was good, byte for byte, with the key that each of them names: the next token with
/// the same one needs no reading. Whoever has no accepted key cannot put anything in here.
///
/// Belongs to one set of keys, which never changes, so what is remembered stays true.
final class AcceptedHeaders: Sendable {
  /// An issuer writes its three members in one order or in six.
  private static let most = 16
  private let headers = Mutex<[(text: [UInt8], key: _RSA.Signing.PublicKey)]>([])

  func key(_ header: Slice<UnsafeBufferPointer<UInt8>>) -> _RSA.Signing.PublicKey? {
    headers.withLock { headers in headers.first { $0.text.elementsEqual(header) }?.key }
  }

  func remember(_ header: Slice<UnsafeBufferPointer<UInt8>>, _ key: _RSA.Signing.PublicKey) {
    headers.withLock { headers in
      if headers.count >= Self.most { headers.removeAll() }
      headers.append((Array(header), key))
    }
  }
}
