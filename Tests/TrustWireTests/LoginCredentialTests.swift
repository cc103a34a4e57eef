import Crypto
import Redaction
import Testing
import TrustWire
import UntrustedInput

@Suite struct LoginCredentialTests {
  let key = P256.KeyAgreement.PrivateKey()

  private func seal(_ password: String = "päss \"word\"", user: String = "ada") throws -> String {
    try LoginCredential.seal(
      user: user, password: Secret(copying: password.utf8), loginKey: [UInt8](key.publicKey.x963Representation),
      appToken: "app")
  }

  @Test("The holder of the login key reads name and password")
  func opened() throws {
    let (user, password) = try LoginCredential.open(try seal(), privateKey: key, appToken: "app")
    #expect(user == "ada")
    #expect(password == "päss \"word\"")
  }

  @Test("Another key or another AppToken opens nothing")
  func foreign() throws {
    let sealed = try seal()
    #expect(throws: WireError.signatureInvalid) {
      try LoginCredential.open(sealed, privateKey: .init(), appToken: "app")
    }
    for token in ["", "app ", "other"] {
      #expect(throws: WireError.signatureInvalid) {
        try LoginCredential.open(sealed, privateKey: key, appToken: token)
      }
    }
  }

  @Test("NUL in a name or password is refused: a store that ends texts there would take two names for one")
  func nul() throws {
    for (member, sealed) in [
      ("user", try seal(user: "ada\u{0}")), ("user", try seal(user: "a\u{0}da")), ("password", try seal("x\u{0}y")),
    ] {
      #expect(throws: WireError.missing(member: member)) {
        try LoginCredential.open(sealed, privateKey: key, appToken: "app")
      }
    }
  }

  @Test("A cut or changed credential opens nothing")
  func damaged() throws {
    let parts = try seal().split(separator: ".").map(String.init)
    var key = try Base64URL.decode(parts[0])
    var text = try Base64URL.decode(parts[1])
    text[3] ^= 1
    let changed = parts[0] + "." + Base64URL.encode(text)
    text[3] ^= 1
    let cut = parts[0] + "." + Base64URL.encode(text.dropLast())
    key[10] ^= 1
    let bent = Base64URL.encode(key) + "." + parts[1]
    for other in [changed, cut, bent, parts[0] + "."] {
      #expect(throws: WireError.signatureInvalid) {
        try LoginCredential.open(other, privateKey: self.key, appToken: "app")
      }
    }
    for other in ["", parts[0], parts.joined(separator: ".") + ".", parts.joined(separator: ".") + "="] {
      #expect(throws: WireError.wrongShape) {
        try LoginCredential.open(other, privateKey: self.key, appToken: "app")
      }
    }
  }

  @Test("Two sealings of the same words differ and show none of them")
  func fresh() throws {
    let one = try seal("correct horse")
    #expect(one != (try seal("correct horse")))
    let bytes = try one.split(separator: ".").flatMap { try Base64URL.decode($0) }
    #expect(!String(decoding: bytes, as: UTF8.self).contains("horse"))
  }

  @Test("A login key that is no point on the curve is refused before anything is sealed")
  func loginKey() {
    for key in [[], [4] + [UInt8](repeating: 9, count: 64)] as [[UInt8]] {
      #expect(throws: WireError.wrongShape) {
        try LoginCredential.seal(user: "ada", password: Secret(copying: [1]), loginKey: key, appToken: "app")
      }
    }
  }
}
