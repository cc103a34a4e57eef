/// The limits of the type that needs the libraries.
enum PKCS12File {
  static let (maximumBytes, maximumParts, maximumRounds) = (1 << 16, 64, 64)
}

/// Hashes and ciphers that the fuzzer sees through, in the place of the libraries'.
enum PasswordPrimitives {
  static func hash(
    _ seed: UnsafeRawBufferPointer, rounds: Int, _ digest: PasswordDigest, into output: UnsafeMutableRawBufferPointer
  ) {}
  static func hmac(_ message: [UInt8], key: borrowing Secret, _ digest: PasswordDigest) -> Secret { Secret(copying: []) }
  static func pbkdf2(
    _ password: borrowing Secret, salt: [UInt8], rounds: Int, _ digest: PasswordDigest, count: Int
  ) throws -> Secret { Secret(count: count) { _ in } }
  static func scrypt(
    _ password: borrowing Secret, salt: [UInt8], cost: Int, block: Int, parallel: Int, count: Int
  ) throws -> Secret { Secret(count: count) { _ in } }
  static func aes(_ bytes: ArraySlice<UInt8>, key: borrowing Secret, vector: [UInt8]) throws -> Secret {
    Secret(copying: bytes)
  }
}

func fuzzed(_ bytes: [UInt8]) throws {
  let password = try PKCS12Password(Secret(copying: "fuzz".utf8))
  _ = try? PrivateKeyStructure(reading: bytes).kind
  _ = try? CertificateOutline(bytes).isForClients
  let file = try PKCS12Structure(reading: bytes)
  var budget = RoundBudget(64)
  try? file.integrity?.check(file.content, password: password, within: &budget)
  let contents = try PKCS12Contents(reading: file.content, password: password, within: &budget)
  for certificate in contents.certificates { _ = try? CertificateOutline(certificate.der).isAuthority }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  try? fuzzed(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
