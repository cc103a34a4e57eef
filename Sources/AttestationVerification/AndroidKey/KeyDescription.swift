import UntrustedInput

/// The extension in the leaf that says what the key is and where it lives.
/// Source: Android Open Source Project, "Key and ID attestation", KeyDescription.
struct KeyDescription {
  let version: Int64
  let securityLevel: KeySecurityLevel
  let keyMintSecurityLevel: KeySecurityLevel
  let challenge: [UInt8]
  let software: AuthorizationList
  let hardware: AuthorizationList

  init(_ bytes: [UInt8]) throws(InputError) {
    let parts = try DERReader(maximumBytes: 1 << 14).read(bytes).children(.sequence)
    guard parts.count == 8, let level = KeySecurityLevel(number: try parts[1].integer(.enumerated)),
      let keyMintLevel = KeySecurityLevel(number: try parts[3].integer(.enumerated))
    else { throw .malformedBinary(expected: "a key description", offset: 0) }
    version = try parts[0].integer()
    _ = try parts[2].integer()
    securityLevel = level
    keyMintSecurityLevel = keyMintLevel
    challenge = try parts[4].octets()
    _ = try parts[5].octets()
    software = try AuthorizationList(parts[6])
    hardware = try AuthorizationList(parts[7])
  }
}
