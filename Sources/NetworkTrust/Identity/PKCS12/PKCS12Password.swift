import Redaction

/// A password in the two forms that PKCS#12 wants.
/// Source: RFC 7292, appendix B.1; RFC 9579, section 5.
struct PKCS12Password: ~Copyable, Sendable {
  /// UTF-8, for PBES2 and PBMAC1.
  let text: Secret
  /// Big-endian UTF-16 with its end, for the derivation of PKCS#12; nothing at all for the null password.
  let wide: Secret

  /// - Parameter isNull: makes of an empty password the one that some writers use in its place.
  /// - Throws: ``IdentityError/malformedPassword``
  init(_ password: borrowing Secret, isNull: Bool = false) throws(IdentityError) {
    text = password.duplicate()
    guard !isNull else {
      wide = Secret(copying: [])
      return
    }
    let units = try password.withExposedBytes { bytes throws(IdentityError) in
      var count = 0
      guard
        !transcode(
          bytes.makeIterator(), from: UTF8.self, to: UTF16.self, stoppingOnError: true, into: { _ in count += 1 })
      else { throw .malformedPassword }
      return count
    }
    wide = password.withExposedBytes { bytes in
      Secret(count: 2 * units + 2) { room in
        var index = 0
        _ = transcode(bytes.makeIterator(), from: UTF8.self, to: UTF16.self, stoppingOnError: true) { unit in
          room[index] = UInt8(unit >> 8)
          room[index + 1] = UInt8(unit & 0xFF)
          index += 2
        }
      }
    }
  }
}
