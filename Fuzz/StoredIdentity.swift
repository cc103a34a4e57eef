/// The limit of the type that needs the libraries.
enum ClientIdentity { static let maximumCertificates = 8 }

/// Any bytes, in the place of a key that the libraries would look into.
final class PrivateKeyDER: Sendable {
  private let bytes: Secret

  init(reading secret: borrowing Secret) throws(IdentityError) { bytes = secret.duplicate() }

  func withExposedPKCS8<Result: ~Copyable>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withExposedBytes(body)
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let stored = try? StoredIdentity(reading: Secret(copying: bytes)) else { return 0 }
  // One form for one identity: what was read is written as it was.
  if stored.secretForm().withExposedBytes({ Array($0) }) != bytes { fatalError() }
  return 0
}
