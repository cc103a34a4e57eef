#if os(Linux)
  import Crypto
  import CryptoExtras
  import Foundation
  import NetworkTrust
  import Redaction
  import SecurityTesting
  import Testing

  @Suite("Private keys in DER", .enabled(if: OpenSSL.isThere, "openssl is missing"))
  struct PrivateKeyDERTests {
    @Test(
      "All forms of one key are the same key",
      arguments: [
        "RSA -pkeyopt rsa_keygen_bits:2048", "EC -pkeyopt ec_paramgen_curve:P-256",
        "EC -pkeyopt ec_paramgen_curve:P-521",
      ])
    func forms(_ algorithm: String) throws {
      let tool = try OpenSSL()
      try tool.run("genpkey -algorithm \(algorithm) -out key.pem")
      try tool.run("pkcs8 -topk8 -nocrypt -in key.pem -outform DER -out key.p8")
      try tool.run("pkey -in key.pem -traditional -outform DER -out key.old")
      try tool.run("pkey -in key.pem -pubout -outform DER -out key.pub")
      for form in ["key.p8", "key.old"] {
        let key = try PrivateKeyDER(reading: Secret(copying: tool.bytes(form)))
        #expect(try key.publicKey == tool.bytes("key.pub"))
        #expect(try key.withExposedPKCS8 { Array($0) } == tool.bytes("key.p8"))
      }
    }

    @Test(
      "A sealed key opens with its password alone",
      arguments: [
        "-scrypt", "-v2 aes-256-cbc -v2prf hmacWithSHA512", "-v2 aes-128-cbc -v2prf hmacWithSHA1", "-v1 PBE-SHA1-3DES",
      ])
    func sealed(_ options: String) throws {
      let tool = try OpenSSL()
      try tool.run("genpkey -algorithm ED25519 -out key.pem")
      try tool.run("pkcs8 -topk8 -in key.pem -outform DER -out key.p8 -passout pass:x \(options)")
      try tool.run("pkey -in key.pem -pubout -outform DER -out key.pub")
      let bytes = try tool.bytes("key.p8")
      let key = try PrivateKeyDER(readingSealed: bytes, password: Secret(copying: "x".utf8))
      #expect(try key.publicKey == tool.bytes("key.pub"))
      #expect(throws: IdentityError.wrongPassword) {
        try PrivateKeyDER(readingSealed: bytes, password: Secret(copying: "y".utf8))
      }
    }

    @Test("Signatures hold for openssl, and only with an algorithm of the key")
    func signatures() throws {
      let tool = try OpenSSL()
      let message = Array("to whom it may concern".utf8)
      try tool.write(message, "message")
      for (algorithm, ways) in [
        (
          "RSA -pkeyopt rsa_keygen_bits:2048",
          [
            (ClientSignatureAlgorithm.rsaPSSSHA384, "-sha384 -sigopt rsa_padding_mode:pss"),
            (.rsaPKCS1SHA256, "-sha256"),
          ]
        ),
        ("EC -pkeyopt ec_paramgen_curve:P-384", [(.ecdsaSHA384, "-sha384")]),
      ] {
        try tool.run("genpkey -algorithm \(algorithm) -outform DER -out key.der")
        try tool.run("pkey -inform DER -in key.der -pubout -out key.pub")
        let key = try PrivateKeyDER(reading: Secret(copying: tool.bytes("key.der")))
        for (way, options) in ways {
          try tool.write(key.signature(over: message, using: way), "signature")
          #expect(try tool.run("dgst \(options) -verify key.pub -signature signature message").contains("OK"))
        }
        #expect(throws: IdentityError.unsupported(.signature)) { try key.signature(over: message, using: .ecdsaSHA256) }
      }
    }

    @Test("A key whose public half was exchanged is refused")
    func exchanged() throws {
      let (mine, foreign) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
      let whole = Array(mine.derRepresentation)
      let own = Array(mine.publicKey.x963Representation)
      #expect(try PrivateKeyDER(reading: Secret(copying: whole)).kind == .p256)
      guard let place = whole.indices.first(where: { whole[$0...].starts(with: own) }) else {
        Issue.record("no public half")
        return
      }
      let altered = whole[..<place] + foreign.publicKey.x963Representation
      #expect(throws: IdentityError.malformedKey) { try PrivateKeyDER(reading: Secret(copying: altered)) }
    }

    @Test("A made key follows from its generator, and Apple's form of it is the one of CryptoKit")
    func made() throws {
      var (one, two) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7))
      let key = try PrivateKeyDER.makeP256(using: &one)
      #expect(try PrivateKeyDER.makeP256(using: &two).publicKey == key.publicKey)
      #expect(try PrivateKeyDER.makeP256(using: &two).publicKey != key.publicKey)
      let read = try key.withExposedPlatformForm { try P256.Signing.PrivateKey(x963Representation: $0) }
      #expect(Array(read.publicKey.derRepresentation) == key.publicKey)
    }
  }
#endif
