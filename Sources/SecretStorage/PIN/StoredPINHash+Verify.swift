public import Redaction
public import SecurityPolicy

extension StoredPINHash {
  /// Whether this is the PIN; the device secret is not used for a hash of an older app.
  public borrowing func verify(_ pin: borrowing PIN, keyedWith deviceSecret: borrowing Secret) -> Verdict {
    switch self {
    case .current(let hash): hash.verify(pin, keyedWith: deviceSecret)
    case .legacy(let hash): hash.verify(pin)
    }
  }
}
