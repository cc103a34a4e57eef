#if os(Linux)
  import Foundation
  import NetworkTrust
  import Redaction
  import Testing
  import UntrustedInput

  private func password(_ text: String) -> Secret { Secret(copying: text.utf8) }

  @Suite("PKCS#12 files of openssl", .enabled(if: OpenSSL.isThere, "openssl is missing"))
  struct PKCS12FileTests {
    /// Made once: the variants differ in how they are sealed.
    static let client = Result {
      let tool = try OpenSSL()
      try tool.makeClient()
      try tool.run("pkcs8 -topk8 -nocrypt -in key.pem -outform DER -out key.p8")
      return tool
    }

    private func export(_ options: String, password: String = "atakatak") throws -> [UInt8] {
      let tool = try Self.client.get()
      let name = UUID().uuidString
      try tool.run(
        "pkcs12 -export -inkey key.pem -in leaf.pem -certfile ca.pem -name me -passout 'pass:\(password)' -out \(name) \(options)"
      )
      return try tool.bytes(name)
    }

    private func expectClient(_ file: PKCS12File) throws {
      let tool = try Self.client.get()
      let identity = try file.identity()
      #expect(identity.certificates == [try tool.bytes("leaf.der")])
      #expect(file.authorities() == [try tool.bytes("ca.der")])
      guard case .exportable(let key) = identity.key else { throw OpenSSL.Failure(status: 0, text: "") }
      let expected = try tool.bytes("key.p8")
      #expect(key.withExposedPKCS8 { Array($0) } == expected)
      #expect(file.keys.first?.friendlyName == "me")
    }

    @Test(
      "Every sealing met in the field opens to the same key and certificates",
      arguments: [
        "", "-legacy", "-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -iter 1 -macalg sha1",
        "-legacy -keypbe PBE-SHA1-RC2-40 -certpbe PBE-SHA1-RC2-128",
        "-legacy -keypbe PBE-SHA1-2DES -certpbe PBE-SHA1-2DES",
        "-keypbe AES-128-CBC -certpbe AES-192-CBC -macalg sha384",
        "-macalg sha512", "-keypbe DES-EDE3-CBC -certpbe NONE", "-keypbe NONE -certpbe NONE", "-keypbe NONE",
        "-macalg sha1 -nomaciter",
      ])
    func sealings(_ options: String) throws {
      try expectClient(PKCS12File(export(options), password: password("atakatak")))
    }

    @Test("600,000 rounds open")
    func manyRounds() throws {
      let tool = try Self.client.get()
      try tool.run(
        "pkcs12 -export -inkey key.pem -in leaf.pem -passout pass:x -out many.p12 -certpbe NONE -iter 600000 -nomaciter"
      )
      #expect(try PKCS12File(tool.bytes("many.p12"), password: password("x")).keys.count == 1)
    }

    @Test("Passwords of every alphabet open, and only the right one", arguments: ["ß€漢😀", "a b", "", "x"])
    func passwords(_ text: String) throws {
      for options in ["", "-legacy"] {
        let bytes = try export(options, password: text)
        try expectClient(PKCS12File(bytes, password: password(text)))
        #expect(throws: IdentityError.wrongPassword) { try PKCS12File(bytes, password: password(text + "x")) }
      }
      #expect(throws: IdentityError.malformedPassword) {
        try PKCS12File(export(""), password: Secret(copying: [0xFF, 0xFE]))
      }
    }

    @Test("A file without a MAC is refused by name")
    func withoutMAC() throws {
      #expect(throws: IdentityError.notAuthenticated) {
        try PKCS12File(export("-nomac"), password: password("atakatak"))
      }
    }

    @Test("A truststore gives authorities, leaves out the server's own certificate, and is no identity")
    func truststore() throws {
      let tool = try Self.client.get()
      try tool.write(tool.bytes("leaf.pem") + tool.bytes("ca.pem"), "both.pem")
      for options in ["", "-legacy"] {
        try tool.run("pkcs12 -export -nokeys -in both.pem -passout pass:atakatak -out trust.p12 \(options)")
        let file = try PKCS12File(tool.bytes("trust.p12"), password: password("atakatak"))
        #expect(file.keys.isEmpty)
        #expect(file.certificates.count == 2)
        #expect(file.authorities() == [try tool.bytes("ca.der")])
        #expect(throws: IdentityError.noPrivateKey) { try file.identity() }
      }
    }

    @Test("Of two authorities of one name the one that signed goes with the certificate, wherever it stands")
    func renewedAuthority() throws {
      let tool = try OpenSSL()
      try tool.makeAuthority()
      try tool.write("basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n", "issuing.ext")
      for name in ["old", "new"] {
        try tool.run("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out \(name).key")
        try tool.run("req -new -key \(name).key -subj /CN=Issuing -out \(name).csr")
        try tool.run("x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -extfile issuing.ext -out \(name).pem")
        try tool.run("x509 -in \(name).pem -outform DER -out \(name).der")
      }
      // The authority that signed itself, and another certificate of its name for another key.
      try tool.run("req -x509 -key old.key -subj /CN=Issuing -days 9 -out self.pem")
      try tool.run("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem")
      try tool.run("req -new -key key.pem -subj /CN=client -out leaf.csr")
      try tool.run("x509 -req -in leaf.csr -CA old.pem -CAkey old.key -out leaf.pem")
      try tool.run("x509 -in leaf.pem -outform DER -out leaf.der")
      for other in ["self", "new"] {
        let files = other == "self" ? ["self", "new"] : ["new"]
        try tool.write(files.flatMap { try tool.bytes("\($0).pem") }, "issuers.pem")
        try tool.run(
          "pkcs12 -export -inkey key.pem -in leaf.pem -certfile issuers.pem -passout pass:x -out one.p12")
        let identity = try PKCS12File(tool.bytes("one.p12"), password: password("x")).identity()
        #expect(identity.certificates == [try tool.bytes("leaf.der")], "no other than the one that signed goes along")
      }
      for (signer, other) in [("new", "old"), ("old", "new")] {
        try tool.run("x509 -req -in leaf.csr -CA \(signer).pem -CAkey \(signer).key -out leaf.pem")
        try tool.run("x509 -in leaf.pem -outform DER -out leaf.der")
        for order in [[signer, other], [other, signer]] {
          try tool.write(order.flatMap { try tool.bytes("\($0).pem") }, "issuers.pem")
          try tool.run(
            "pkcs12 -export -inkey key.pem -in leaf.pem -certfile issuers.pem -passout pass:x -out two.p12")
          let identity = try PKCS12File(tool.bytes("two.p12"), password: password("x")).identity()
          #expect(identity.certificates == [try tool.bytes("leaf.der"), try tool.bytes("\(signer).der")])
        }
      }
    }

    @Test(
      "Every kind of key is read, signs, and belongs to its certificate",
      arguments: [
        ("RSA -pkeyopt rsa_keygen_bits:2048", ClientKeyKind.rsa(bits: 2048)),
        ("EC -pkeyopt ec_paramgen_curve:P-384", .p384), ("EC -pkeyopt ec_paramgen_curve:P-521", .p521),
        ("ED25519", .ed25519),
      ])
    func kinds(_ algorithm: String, _ kind: ClientKeyKind) async throws {
      let tool = try OpenSSL()
      try tool.makeClient(algorithm)
      try tool.run("pkcs12 -export -inkey key.pem -in leaf.pem -passout pass:x -out a.p12")
      let identity = try PKCS12File(tool.bytes("a.p12"), password: password("x")).identity()
      #expect(try identity.key.kind() == kind)
      try tool.run("pkey -in key.pem -pubout -outform DER -out key.pub")
      #expect(try identity.key.publicKey == tool.bytes("key.pub"))
      let request = try await CertificateRequest(for: identity.key, subject: CertificateSubject([.commonName("c")]))
      try tool.write(request.der, "again.csr")
      #expect(try tool.run("req -verify -noout -inform DER -in again.csr").contains("verify OK"))
    }

    @Test("A key that is too short, or on another curve, is refused by name")
    func otherKeys() throws {
      let tool = try OpenSSL()
      for (algorithm, error) in [
        ("RSA -pkeyopt rsa_keygen_bits:1024", IdentityError.weakKey(bits: 1024)),
        ("EC -pkeyopt ec_paramgen_curve:secp256k1", .unsupported(.key)),
      ] {
        try tool.makeClient(algorithm)
        try tool.run("pkcs12 -export -inkey key.pem -in leaf.pem -passout pass:x -out a.p12")
        #expect(throws: error) { try PKCS12File(tool.bytes("a.p12"), password: password("x")) }
      }
    }

    @Test("A billion rounds are refused at once, wherever they stand")
    func billions() throws {
      let limit = IdentityError.tooManyRounds(limit: PKCS12File.maximumRounds)
      let files = [
        PBMAC1File(content: PBMAC1File.der(0x30), rounds: 1_000_000_000),
        PBMAC1File(content: PBMAC1File.sealedKey(rounds: 1_000_000_000)),
        PBMAC1File(content: PBMAC1File.sealedKey(rounds: .max)),
        // Little work, and much memory: in the table, and in the lanes.
        PBMAC1File(content: PBMAC1File.sealedKey(PBMAC1File.scrypt(cost: 1 << 20, block: 8, parallel: 1))),
        PBMAC1File(content: PBMAC1File.sealedKey(PBMAC1File.scrypt(cost: 2, block: 1, parallel: 1 << 20))),
      ]
      for file in files { #expect(throws: limit) { try PKCS12File(file.bytes(), password: password("1234")) } }
      #expect(throws: IdentityError.damaged) {
        try PKCS12File(PBMAC1File(content: PBMAC1File.sealedKey(rounds: 1)).bytes(), password: password("1234"))
      }
      // The same in the MAC of openssl: the rounds are the last bytes of the file.
      var bytes = try export("-iter 2048")
      let mac = bytes.count - 67
      #expect(bytes[mac...].starts(with: [0x30, 0x41]) && bytes.suffix(4) == [0x02, 0x02, 0x08, 0x00])
      bytes.replaceSubrange((bytes.count - 4)..., with: [0x02, 0x04, 0x3B, 0x9A, 0xCA, 0x00])
      bytes[mac + 1] += 2
      let length = Int(bytes[2]) << 8 | Int(bytes[3])
      (bytes[2], bytes[3]) = (UInt8((length + 2) >> 8), UInt8((length + 2) & 0xFF))
      #expect(throws: limit) { try PKCS12File(bytes, password: password("atakatak")) }
    }

    @Test("Files that share a budget pay what they cost, refused ones too, until its limit is named")
    func sharedBudget() throws {
      let file = try PBMAC1File(content: PBMAC1File.der(0x30), rounds: 2048).bytes()
      var budget = RoundBudget(7000)
      _ = try PKCS12File(file, password: password("1234"), within: &budget)
      #expect(budget.left == 7000 - 2048)
      #expect(throws: IdentityError.wrongPassword) {
        try PKCS12File(file, password: password("12345"), within: &budget)
      }
      #expect(budget.left == 7000 - 2 * 2048)
      // Two pieces of SHA-1 for a key that opens nothing.
      let damaged = try PBMAC1File(content: PBMAC1File.sealedKey(rounds: 1)).bytes()
      #expect(throws: IdentityError.damaged) {
        try PKCS12File(damaged, password: password("1234"), within: &budget)
      }
      #expect(budget.left == 7000 - 3 * 2048 - 2)
      #expect(throws: IdentityError.tooManyRounds(limit: 7000)) {
        try PKCS12File(file, password: password("1234"), within: &budget)
      }
      #expect(budget.left == 7000 - 3 * 2048 - 2, "what is refused for its rounds is not begun")
    }

    @Test("A long password is paid for where each piece of a key reads it, whole")
    func longPassword() throws {
      let long = String(repeating: "a", count: 64 * 1024)
      var budget = RoundBudget(4096)
      let modern = try PBMAC1File(content: PBMAC1File.der(0x30), rounds: 1).bytes()
      #expect(throws: IdentityError.wrongPassword) {
        try PKCS12File(modern, password: password(long), within: &budget)
      }
      #expect(budget.left == 4096 - 1 - 256)
      // The MAC of openssl, whose first round reads 128 KiB of UTF-16.
      let file = try export("-iter 2048")
      #expect(throws: IdentityError.wrongPassword) { try PKCS12File(file, password: password(long), within: &budget) }
      #expect(budget.left == 4096 - 257 - 2048 - 512)
    }

    @Test("A MAC of RFC 9579 is checked, and its length has to be announced")
    func pbmac1() throws {
      // What openssl wrote, under another MAC.
      let parts = try DERReader().read(export("", password: "1234")).children(.sequence)
      let content = try parts[1].children()[1].inner().octets()
      try expectClient(PKCS12File(PBMAC1File(content: content).bytes(), password: password("1234")))
      #expect(throws: IdentityError.wrongPassword) {
        try PKCS12File(PBMAC1File(content: content).bytes(), password: password("12345"))
      }
      let costly = PBMAC1File.scrypt(cost: 2, block: 1, parallel: 1)
      #expect(throws: IdentityError.unsupported(.integrity)) {
        try PKCS12File(
          PBMAC1File(content: content, announcedDerivation: costly).bytes(), password: password("1234"))
      }
      for count in [nil, 16] {
        #expect(throws: IdentityError.unsupported(.integrity)) {
          try PKCS12File(PBMAC1File(content: content, keyBytes: count).bytes(), password: password("1234"))
        }
      }
    }

    @Test("BER with indefinite lengths and chunks is read as the DER that it means")
    func ber() throws {
      let bytes = try export("")
      let parts = try DERReader().read(bytes).children(.sequence)
      let content = try parts[1].children()[1].inner().octets()
      var chunks: [UInt8] = []
      for start in stride(from: 0, to: content.count, by: 100) {
        chunks += PBMAC1File.der(0x04, Array(content[start..<min(start + 100, content.count)]))
      }
      let end: [UInt8] = [0, 0]
      let cut: [UInt8] = [0x30, 0x80] + PBMAC1File.name(1, 7, 1) + [0xA0, 0x80, 0x24, 0x80] + chunks + end + end + end
      let file: [UInt8] = [0x30, 0x80] + parts[0].encoded + cut + parts[2].encoded + end
      try expectClient(PKCS12File(file, password: password("atakatak")))
    }

    @Test("No flipped byte crashes the reader or imports anything else")
    func flips() throws {
      let tool = try Self.client.get()
      try tool.run("pkcs12 -export -inkey key.pem -in leaf.pem -passout pass:x -out f.p12 -iter 1 -nomaciter")
      let bytes = try tool.bytes("f.p12")
      let whole = try PKCS12File(bytes, password: password("x"))
      var refused = 0
      for index in bytes.indices {
        var flipped = bytes
        flipped[index] ^= UInt8(1 << (index % 8))
        do throws(IdentityError) {
          let file = try PKCS12File(flipped, password: password("x"))
          #expect(file.certificates == whole.certificates)
          #expect(file.keys.map(\.key.publicKey) == whole.keys.map(\.key.publicKey))
        } catch { refused += 1 }
      }
      #expect(refused > bytes.count * 99 / 100)
      for count in stride(from: 0, to: bytes.count, by: 7) {
        #expect(throws: IdentityError.self) { try PKCS12File(Array(bytes.prefix(count)), password: password("x")) }
      }
    }
  }
#endif
