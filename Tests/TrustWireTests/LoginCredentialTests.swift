import Crypto
import CryptoExtras
import Foundation
import Redaction
import Testing
import TrustWire
import UntrustedInput

@Suite struct LoginCredentialTests {
  static let header = #"{"alg":"RSA-OAEP-256","enc":"A256GCM","typ":"mantlet-login+jwe"}"#

  private let device = DevicePublicKey(P256.Signing.PrivateKey().publicKey)

  private func seal(
    _ password: String = "päss \"word\"", user: String = "ada", challenge: String = "challenge-1"
  ) throws -> String {
    let key = try #require(LoginKeys.key)
    return try LoginCredential.seal(
      user: user, password: Secret(copying: password.utf8), challenge: challenge, device: device,
      loginKey: [UInt8](key.publicKey.derRepresentation))
  }

  private func error(_ text: String, _ key: _RSA.Encryption.PrivateKey? = LoginKeys.key) throws -> WireError? {
    let key = try #require(key)
    do throws(WireError) {
      _ = try LoginCredential.open(text, with: key)
      return nil
    } catch {
      return error
    }
  }

  /// A credential with any header and any message, encrypted as it should be: what an attacker can make.
  private func forge(
    header: String = Self.header, message: String, contentKey: SymmetricKey = SymmetricKey(size: .bits256),
    padding: _RSA.Encryption.Padding = .PKCS1_OAEP_SHA256
  ) throws -> String {
    let key = try #require(LoginKeys.key)
    let first = Base64URL.encode(Array(header.utf8))
    let wrapped = try key.publicKey.encrypt(contentKey.withUnsafeBytes { Data($0) }, padding: padding)
    let box = try AES.GCM.seal(Array(message.utf8), using: contentKey, authenticating: Array(first.utf8))
    return [
      first, Base64URL.encode(wrapped), Base64URL.encode(box.nonce), Base64URL.encode(box.ciphertext),
      Base64URL.encode(box.tag),
    ].joined(separator: ".")
  }

  @Test("The holder of the login key reads name, password, challenge and device")
  func opened() throws {
    let key = try #require(LoginKeys.key)
    let credential = try LoginCredential.open(try seal(), with: key)
    #expect(credential.user == "ada" && credential.challenge == "challenge-1")
    #expect(credential.device == device.thumbprint)
    #expect(credential.password.withExposedBytes { Array($0) } == Array("päss \"word\"".utf8))
  }

  @Test("It is a JWE of five parts whose header says which algorithms it has")
  func shape() throws {
    let parts = try seal().split(separator: ".", omittingEmptySubsequences: false)
    #expect(parts.count == 5)
    #expect(try Base64URL.decode(parts[0]) == Array(Self.header.utf8))
    #expect(try Base64URL.decode(parts[1]).count == 256)
    #expect(try Base64URL.decode(parts[2]).count == 12 && Base64URL.decode(parts[4]).count == 16)
  }

  @Test("Another key opens nothing")
  func foreign() throws {
    #expect(try error(try seal(), LoginKeys.other) == .signatureInvalid)
  }

  @Test("A change of any part opens nothing")
  func changed() throws {
    let parts = try seal().split(separator: ".").map(String.init)
    for index in 1..<5 {
      for position in [0, 5] {
        var bytes = try Base64URL.decode(parts[index])
        bytes[position] ^= 1
        var other = parts
        other[index] = Base64URL.encode(bytes)
        #expect(try error(other.joined(separator: ".")) == .signatureInvalid, "part \(index)")
      }
    }
    var cut = parts
    cut[3] = Base64URL.encode(try Base64URL.decode(parts[3]).dropLast())
    #expect(try error(cut.joined(separator: ".")) == .signatureInvalid)
  }

  @Test("Parts of two credentials do not go together")
  func mixed() throws {
    let (one, two) = (try seal().split(separator: "."), try seal("other").split(separator: "."))
    for index in 1..<5 {
      var parts = one
      parts[index] = two[index]
      #expect(try error(parts.joined(separator: ".")) == .signatureInvalid)
    }
  }

  @Test("A header with other algorithms, members or order is refused, whatever it says")
  func header() throws {
    let message = #"{"user":"a","password":"p","challenge":"c","jkt":"j"}"#
    #expect(try error(try forge(message: message)) == nil)
    let headers = [
      #"{"alg":"RSA1_5","enc":"A256GCM","typ":"mantlet-login+jwe"}"#,
      #"{"alg":"RSA-OAEP","enc":"A256GCM","typ":"mantlet-login+jwe"}"#,
      #"{"alg":"dir","enc":"A256GCM","typ":"mantlet-login+jwe"}"#,
      #"{"alg":"RSA-OAEP-256","enc":"A128GCM","typ":"mantlet-login+jwe"}"#,
      #"{"enc":"A256GCM","alg":"RSA-OAEP-256","typ":"mantlet-login+jwe"}"#,
      #"{"alg":"RSA-OAEP-256","enc":"A256GCM"}"#,
      #"{"alg":"RSA-OAEP-256","enc":"A256GCM","typ":"mantlet-login+jwe","zip":"DEF"}"#, "", "{}",
    ]
    for header in headers {
      #expect(try error(try forge(header: header, message: message)) == .wrongShape, "\(header)")
    }
  }

  @Test("A content key of another length, or wrapped with another padding, opens nothing")
  func contentKey() throws {
    let message = #"{"user":"a","password":"p","challenge":"c","jkt":"j"}"#
    let short = try forge(message: message, contentKey: SymmetricKey(size: .bits128))
    #expect(try error(short) == .signatureInvalid)
    #expect(try error(try forge(message: message, padding: .PKCS1_OAEP)) == .signatureInvalid)
  }

  @Test("Not five parts, too long or not base64url is no credential")
  func shapes() throws {
    let text = try seal()
    let parts = text.split(separator: ".").map(String.init)
    for other in [
      "", "....", parts.dropLast().joined(separator: "."), text + ".", text + "=", text + ".x",
      text + String(repeating: "A", count: 8192), text.replacingOccurrences(of: ".", with: ","),
    ] {
      #expect(try error(other) == .wrongShape)
    }
  }

  @Test(
    "A message that lacks a member, or with one that is empty, too long or has a NUL, is refused by the member's name")
  func members() throws {
    let long = String(repeating: "x", count: 1025)
    let messages = [
      ("user", #"{"password":"p","challenge":"c","jkt":"j"}"#),
      ("password", #"{"user":"a","challenge":"c","jkt":"j"}"#),
      ("challenge", #"{"user":"a","password":"p","jkt":"j"}"#),
      ("jkt", #"{"user":"a","password":"p","challenge":"c"}"#),
      ("user", #"{"user":"\#(long.prefix(129))","password":"p","challenge":"c","jkt":"j"}"#),
      ("password", #"{"user":"a","password":"\#(long)","challenge":"c","jkt":"j"}"#),
      ("user", #"{"user":"a\u0000","password":"p","challenge":"c","jkt":"j"}"#),
      ("password", #"{"user":"a","password":1,"challenge":"c","jkt":"j"}"#),
      ("user", #"{"user":"","password":"p","challenge":"c","jkt":"j"}"#),
      ("password", #"{"user":"a","password":"","challenge":"c","jkt":"j"}"#),
    ]
    for (member, message) in messages {
      #expect(try error(try forge(message: message)) == .missing(member: member), "\(message.prefix(60))")
    }
    #expect(try error(try seal(user: "a\u{0}da")) == .missing(member: "user"))
    guard case .unreadable? = try error(try forge(message: "no json")) else {
      Issue.record("a message that is no JSON was read")
      return
    }
  }

  @Test("Two sealings of the same words differ and show none of them")
  func fresh() throws {
    let one = try seal("correct horse")
    #expect(one != (try seal("correct horse")))
    let bytes = try one.split(separator: ".").flatMap { try Base64URL.decode($0) }
    #expect(!String(decoding: bytes, as: UTF8.self).contains("horse"))
  }

  @Test("A login key that is no RSA key of 2048 bits or more is refused before anything is encrypted")
  func loginKey() throws {
    let elliptic = [UInt8](P256.Signing.PrivateKey().publicKey.derRepresentation)
    let key = try #require(LoginKeys.key)
    let cut = [UInt8](key.publicKey.derRepresentation.dropLast())
    for key in [[], [UInt8](repeating: 9, count: 294), elliptic, cut] {
      #expect(throws: WireError.wrongShape) {
        try LoginCredential.seal(
          user: "ada", password: Secret(copying: [1]), challenge: "c", device: device, loginKey: key)
      }
    }
  }
}
