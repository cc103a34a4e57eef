import UntrustedInput

/// A compact JWS taken apart and of the accepted shape, its signature not looked at yet: nothing here may be believed.
/// ``SignedMessage`` is the only one that uses it.
struct SignedMessageParts {
  /// The signer's key as the header claims it, unread.
  let jwk: JSONNode
  let payload: [UInt8]
  let signature: [UInt8]
  /// The bytes that the signature covers, exactly as they came.
  let signedBytes: [UInt8]

  /// - Throws: ``WireError`` `wrongShape`, `unreadable`.
  init(reading compact: some StringProtocol, kind: String) throws(WireError) {
    guard compact.utf8.count <= wireByteLimit else { throw .unreadable(.tooLarge(limit: wireByteLimit)) }
    let parts = compact.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .wrongShape }
    let header: JSONNode
    do throws(InputError) {
      header = try JSONReader(maximumBytes: 4096, maximumDepth: 4).read(try Base64URL.decode(parts[0]))
      payload = try Base64URL.decode(parts[1])
      signature = try Base64URL.decode(parts[2])
    } catch {
      throw .unreadable(error)
    }
    guard header["alg"]?.string == "ES256", header["typ"]?.string == kind, header["crit"] == nil,
      let jwk = header["jwk"]
    else { throw .wrongShape }
    self.jwk = jwk
    signedBytes = Array("\(parts[0]).\(parts[1])".utf8)
  }
}
