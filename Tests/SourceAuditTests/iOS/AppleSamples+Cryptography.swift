#if Audit
  extension AppleSample {
    static let cryptography: [AppleSample] = [
      AppleSample(
        "short-key", "RSA 1024",
        """
        import Security
        struct Signing {
          static func make(completion: @escaping (String) -> Void) {
            let tag = "com.app.keys.signing".data(using: .utf8)!
            let attributes: [String: Any] = [
              kSecAttrKeyType as String: kSecAttrKeyTypeRSA,
              kSecAttrKeySizeInBits as String: 1024, //!
              kSecPrivateKeyAttrs as String: [kSecAttrIsPermanent as String: true, kSecAttrApplicationTag as String: tag],
            ]
            var error: Unmanaged<CFError>?
            guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error) else { return completion("no key") }
            completion("\\(SecKeyGetBlockSize(key))")
          }
        }
        """,
        repaired: """
          let a: [String: Any] = [kSecAttrKeyType as String: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits as String: 3072]
          let key = SecKeyCreateRandomKey(a as CFDictionary, nil)
          """,
        rewrites: [
          "var q: [CFString: Any] = [:]\nq[kSecAttrKeyType] = kSecAttrKeyTypeRSA\nq[kSecAttrKeySizeInBits] = NSNumber(value: 1024) //!",
          "enum Size: Int { case small = 1024 }\nlet q = [kSecAttrKeySizeInBits as String: Size.small.rawValue] as CFDictionary //!",
          "func attributes(bits: Int = 1024) -> [CFString: Any] {\n  [kSecAttrKeySizeInBits: bits] //!\n}\nlet a = attributes()",
          "extension Int { static let short = 1 << 10 }\nlet q: [CFString: Any] = [kSecAttrKeySizeInBits: Int.short] //!",
          "let size: CFNumber = 768 as CFNumber\nlet q = NSMutableDictionary()\nq.setObject(size, forKey: kSecAttrKeySizeInBits as NSString) //!",
          "struct K { var bits: Int { 512 } }\nlet q = [kSecAttrKeySizeInBits: K().bits] //!",
          "let make: (Int) -> CFDictionary = { [kSecAttrKeySizeInBits: $0] as CFDictionary }\nlet q = [kSecAttrKeySizeInBits as String: (Int(\"\") ?? 1024)] //!",
          "q.merge([\n  kSecAttrKeySizeInBits:\n    1024, //!\n]) { $1 }",
        ]),
      AppleSample(
        "hardcoded-key", "bytes of a private key",
        """
        import CryptoKit
        struct Vault {
          static func open() -> String? {
            let bytes: [UInt8] = [
              0x7c, 0x02, 0x2a, 0x7e, 0x53, 0x7e, 0x1a, 0x2d, 0x44, 0x77, 0xd4, 0xf6, 0x20, 0x8b, 0x14, 0xdb,
            ]
            let raw = Data(bytes)
            guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: raw) else { return nil } //!
            return key.publicKey.rawRepresentation.base64EncodedString()
          }
        }
        """,
        repaired: """
          import CryptoKit
          func open() throws -> P256.KeyAgreement.PrivateKey {
            try P256.KeyAgreement.PrivateKey(rawRepresentation: try keychain.read("agreement"))
          }
          """,
        rewrites: [
          "let hex = \"7c022a7e537e1a2d4477d4f6208b14db\"\nlet k = SymmetricKey(data: Data(hexString: hex)!) //!",
          "let k = SymmetricKey(data: Data(base64Encoded: \"3q2+796tvu/erb7v3q2+7w==\")!) //!",
          "enum Secrets { static var key: String { \"0123456789abcdef0123456789abcdef\" } }\nlet k = SymmetricKey(data: Secrets.key.data(using: .utf8)!) //!",
          "let k = SymmetricKey(data: Array(\"0123456789abcdef\".utf8)) //!",
          "func key(_ text: String = \"0123456789abcdef\") -> SymmetricKey {\n  .init(data: Data(text.utf8)) //!\n}\nlet k = key()",
          "let pem = \"-----BEGIN PRIVATE KEY-----\"\nlet k = try P256.Signing.PrivateKey(pemRepresentation: pem) //!",
          "typealias Key = SymmetricKey\nlet k = Key(data: Data([1, 2, 3, 4, 5, 6, 7, 8])) //!",
          "let key = [UInt8](repeating: 7, count: 32)\nlet tag = HMAC<SHA256>.authenticationCode(for: d, using: SymmetricKey(data: key)) //!",
          "let k = \"0123456789abcdef\"\nCCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), k, k.count, d, n, &out) //!",
        ]),
      AppleSample(
        "weak-hash", "MD5 and SHA-1 of CryptoKit",
        """
        import CryptoKit
        struct Digests {
          static func show(completion: (String) -> Void) {
            let input = Data("a text".utf8)
            let first = Insecure.MD5.hash(data: input) //!
            let second = Insecure.SHA1.hash(data: input).map { String(format: "%02x", $0) }.joined() //!
            completion("\\(first) \\(second)")
          }
        }
        """,
        repaired: "import CryptoKit\nlet d = SHA256.hash(data: Data(\"a text\".utf8))",
        rewrites: [
          "func digest<H: HashFunction>(_ h: H.Type, _ d: Data) -> H.Digest { h.hash(data: d) }\nlet d = digest(Insecure.MD5.self, x) //!",
          "var hasher = Insecure.SHA1() //!\nhasher.update(data: d)\nlet r = hasher.finalize()",
          "let d = Crypto\n  .Insecure\n  .MD5\n  .hash(data: x)",
          "import CommonCrypto\nextension Data { var md5: [UInt8] { var o = [UInt8](repeating: 0, count: 16)\n  _ = withUnsafeBytes { CC_MD5($0.baseAddress, CC_LONG(count), &o) } //!\n  return o } }",
          "var c = CC_SHA1_CTX()\nCC_SHA1_Init(&c) //!",
          "let run = CC_MD5 //!\nrun(p, 3, &out)",
          "import CryptoSwift\nlet d = x.bytes.sha1().toHexString() //!",
          "import CryptoSwift\nlet d = Digest.md5(bytes) //!",
          "let e = SecKeyCreateSignature(k, .rsaSignatureMessagePKCS1v15SHA1, d, nil) //!",
        ]),
      AppleSample(
        "weak-cipher", "3DES",
        """
        import CommonCrypto
        struct Sealer {
          static func seal(_ data: Data, _ key: Data, _ iv: Data) -> Int32 {
            var out = [UInt8](repeating: 0, count: 64)
            var moved = 0
            return key.withUnsafeBytes { k in
              CCCrypt(
                CCOperation(kCCEncrypt),
                CCAlgorithm(kCCAlgorithm3DES), //!
                CCOptions(kCCOptionPKCS7Padding),
                k.baseAddress, kCCKeySize3DES, [UInt8](iv), [UInt8](data), data.count, &out, 64, &moved)
            }
          }
        }
        """,
        repaired:
          "import CryptoKit\nfunc seal(_ d: Data, _ k: SymmetricKey) throws -> Data? { try AES.GCM.seal(d, using: k).combined }",
        rewrites: [
          "let a = UInt32(kCCAlgorithmDES) //!\nfunc f() { CCCrypt(0, a, 1, k, 8, iv, d, n, o, m, &x) }",
          "struct Mode { static let options = CCOptions(kCCOptionECBMode) } //!\nCCCrypt(0, a, Mode.options, k, 16, nil, d, n, o, m, &x)",
          "CCCryptorCreateWithMode(op, CCMode(kCCModeECB), a, p, iv, k, 16, nil, 0, 0, 0, &c) //!",
          "import CryptoSwift\nlet c = try Blowfish(key: k, blockMode: CBC(iv: v), padding: .pkcs7) //!",
          "let al: SecKeyAlgorithm = .rsaEncryptionPKCS1 //!\nSecKeyCreateEncryptedData(k, al, d, nil)",
          "enum Algorithm { case triple; var raw: CCAlgorithm {\n  switch self { case .triple: return CCAlgorithm(kCCAlgorithm3DES) } } } //!",
          "import CryptoSwift\nlet aes = try AES(\n  key: k,\n  blockMode: ECB()) //!",
          "let c = CCAlgorithm(kCCAlgorithmRC4) //!",
        ]),
      AppleSample(
        "fixed-nonce", "a vector of zeros",
        """
        import CryptoKit
        struct Box {
          private let fixed = Data(repeating: 0, count: 12)
          func seal(_ text: Data, _ key: SymmetricKey) throws -> Data? {
            let nonce = try ChaChaPoly.Nonce(data: fixed) //!
            return try ChaChaPoly.seal(text, using: key, nonce: nonce).combined
          }
        }
        """,
        repaired:
          "import CryptoKit\nfunc s(_ t: Data, _ k: SymmetricKey) throws -> Data { try ChaChaPoly.seal(t, using: k).combined }",
        rewrites: [
          "func f(_ iv: String = \"0123456789ab\") throws { _ = try AES.GCM.Nonce(data: Data(iv.utf8)) } //!\ntry f()",
          "let n = try! AES.GCM.Nonce(data: [UInt8](repeating: 1, count: 12)) //!",
          "enum C { static let iv: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] }\nlet s = CCCrypt(op, CCAlgorithm(kCCAlgorithmAES), o, k, 16, C.iv, d, n, b, m, &x) //!",
          "import CryptoSwift\nlet g = GCM(iv: Array(\"000000000000\".utf8)) //!",
        ]),
      AppleSample(
        "insecure-random", "a token from drand48",
        """
        import Foundation
        struct Tokens {
          static func newToken() -> String {
            srand48(Int(Date().timeIntervalSince1970)) //!
            return (0..<32).map { _ in String(Int(drand48() * 16), radix: 16) }.joined() //!
          }
        }
        """,
        repaired:
          "func newToken() -> String { (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined() }",
        rewrites: [
          "let salt = (0..<8).map { _ in UInt8(truncatingIfNeeded: rand()) } //!",
          "var otp: Int { Int(random()) % 1_000_000 } //!",
          "func makePin() -> Int32 {\n  let n = rand() //!\n  return n % 10_000\n}",
          "struct S { let sessionKey = GKARC4RandomSource(seed: d).nextInt() } //!",
          "var g = GKLinearCongruentialRandomSource(seed: 1) //!\nlet token = g.nextInt()",
        ]),
      AppleSample(
        "weak-key-derivation", "few rounds",
        """
        import CommonCrypto
        func key(from password: String, _ salt: [UInt8]) -> [UInt8] {
          var out = [UInt8](repeating: 0, count: 32)
          CCKeyDerivationPBKDF( //!
            CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, salt, salt.count,
            CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), 1000, &out, out.count)
          return out
        }
        """,
        repaired:
          "CCKeyDerivationPBKDF(a, p, n, salt, m, CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), 600_000, &o, 32)",
        rewrites: [
          "enum P { static let rounds = UInt32(5 * 1000) }\nCCKeyDerivationPBKDF(a, p, n, salt, m, prf, P.rounds, &o, 32) //!",
          "let salt = \"fixed-salt\"\nCCKeyDerivationPBKDF(a, p, n, salt, salt.count, prf, 600_000, &o, 32) //!",
          "import CryptoSwift\nlet k = try PKCS5.PBKDF2(password: p, salt: s, iterations: 4096, keyLength: 32).calculate() //!",
          "func derive(_ n: Int = 2_000) throws { _ = try KDF.Insecure.PBKDF2.deriveKey(from: p, salt: s, using: .sha256, outputByteCount: 32, rounds: n) } //!\ntry derive()",
        ]),
    ]
  }
#endif
