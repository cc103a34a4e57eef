public import Redaction
import UntrustedInput

extension PrivateKeyDER {
  /// Reads a private key that is sealed with a password (`ENCRYPTED PRIVATE KEY`), DER.
  ///
  /// Nothing here tells a wrong password from an altered file with certainty: there is no MAC, so prefer
  /// ``PKCS12File``. What comes out is a key that agrees with itself, or nothing.
  /// - Parameter password: in UTF-8.
  /// - Throws: ``IdentityError``: `unreadable`, `wrongPassword`, `malformedPassword`, `tooManyRounds`, `unsupported`,
  ///   `weakKey`. Source: RFC 5958, section 3.
  public convenience init(readingSealed bytes: [UInt8], password: borrowing Secret) throws(IdentityError) {
    let form = try PKCS12Password(password)
    var budget = RoundBudget()
    let scheme: PasswordScheme
    let sealed: [UInt8]
    do {
      let parts = try DERReader().read(bytes).children(.sequence)
      guard parts.count == 2 else { throw InputError.malformedBinary(expected: "a sealed private key", offset: 0) }
      scheme = try PasswordScheme(parts[0])
      sealed = try parts[1].octets()
    } catch let error as InputError {
      throw .unreadable(error)
    } catch {
      throw (error as? IdentityError) ?? .damaged
    }
    do throws(IdentityError) {
      try self.init(reading: scheme.open(sealed[...], password: form, within: &budget))
    } catch .damaged, .malformedKey {
      throw .wrongPassword
    }
  }
}
