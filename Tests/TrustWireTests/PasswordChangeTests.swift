import Crypto
import CryptoExtras
import Redaction
import Testing
import TrustWire
import UntrustedInput

@Suite struct PasswordChangeTests {
  private let device = DevicePublicKey(P256.Signing.PrivateKey().publicKey)

  private func seal(_ current: String = "päss \"one\"", _ new: String = "wört {two}") throws -> String {
    let key = try #require(LoginKeys.key)
    return try PasswordChange.seal(
      current: Secret(copying: current.utf8), new: Secret(copying: new.utf8), challenge: "challenge-1", device: device,
      loginKey: [UInt8](key.publicKey.derRepresentation))
  }

  private func error(_ text: String, _ key: _RSA.Encryption.PrivateKey? = LoginKeys.key) throws -> WireError? {
    let key = try #require(key)
    do throws(WireError) {
      _ = try PasswordChange.open(text, with: key)
      return nil
    } catch {
      return error
    }
  }

  @Test("The holder of the login key reads both passwords, challenge and device")
  func opened() throws {
    let key = try #require(LoginKeys.key)
    let change = try PasswordChange.open(try seal(), with: key)
    #expect(change.current.withExposedBytes { Array($0) } == Array("päss \"one\"".utf8))
    #expect(change.new.withExposedBytes { Array($0) } == Array("wört {two}".utf8))
    #expect(change.challenge == "challenge-1" && change.device == device.thumbprint)
  }

  @Test("Neither a login nor a change opens as the other, also with the other's header put before it")
  func kinds() throws {
    let key = try #require(LoginKeys.key)
    let login = try LoginCredential.seal(
      user: "ada", password: Secret(copying: "one".utf8), challenge: "c", device: device,
      loginKey: [UInt8](key.publicKey.derRepresentation))
    let change = try seal()
    #expect(try error(login) == .wrongShape)
    #expect(throws: WireError.wrongShape) { _ = try LoginCredential.open(change, with: key) }
    let header = try #require(change.split(separator: ".").first)
    let dressed = ([String(header)] + login.split(separator: ".").dropFirst().map(String.init)).joined(separator: ".")
    #expect(try error(dressed) == .signatureInvalid)
  }

  @Test("Another key opens nothing, and a password of more than 1024 bytes is refused by the member's name")
  func refused() throws {
    #expect(try error(try seal(), LoginKeys.other) == .signatureInvalid)
    #expect(try error(try seal("a", String(repeating: "x", count: 1025))) == .missing(member: "new"))
    #expect(try error(try seal(String(repeating: "x", count: 1025))) == .missing(member: "current"))
    #expect(throws: WireError.wrongShape) {
      try PasswordChange.seal(
        current: Secret(copying: "a".utf8), new: Secret(copying: "b".utf8), challenge: "c", device: device,
        loginKey: [1, 2, 3])
    }
  }
}
