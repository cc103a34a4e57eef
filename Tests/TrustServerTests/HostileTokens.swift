#if Server
  import Crypto
  import CryptoExtras
  import Foundation
  import TrustServer
  import TrustWire
  import UntrustedInput

  /// Tokens that somebody might send instead of a good one. Each has a name, so that a failure says which one.
  struct HostileToken: Sendable, CustomStringConvertible {
    let name: String
    let text: String
    var description: String { name }

    init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }

  enum HostileTokens {
    typealias Sign = @Sendable (String) throws -> [UInt8]

    static func encode(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }

    static func join(_ header: String, _ payload: String, _ sign: Sign) rethrows -> String {
      let input = encode(header) + "." + encode(payload)
      return input + "." + Base64URL.encode(try sign(input))
    }

    /// What any reader of compact JWS meets: each derived from `good`, which the same reader takes.
    static func shapes(of good: String) -> [HostileToken] {
      let parts = good.split(separator: ".").map(String.init)
      let (header, payload, signature) = (parts[0], parts[1], parts[2])
      let padded = signature + String(repeating: "=", count: (4 - signature.count % 4) % 4)
      var list = [
        HostileToken("empty", ""), HostileToken("one dot", "."), HostileToken("two dots", ".."),
        HostileToken("many dots", String(repeating: ".", count: 4000)),
        HostileToken("no signature part", header + "." + payload),
        HostileToken("empty signature", header + "." + payload + "."),
        HostileToken("empty payload", header + ".." + signature),
        HostileToken("empty header", "." + payload + "." + signature),
        HostileToken("four parts", good + ".e30"), HostileToken("five parts", good + ".e30.e30"),
        HostileToken("trailing dot", good + "."), HostileToken("leading dot", "." + good),
        HostileToken("leading space", " " + good), HostileToken("trailing space", good + " "),
        HostileToken("trailing newline", good + "\n"),
        HostileToken("tab inside", header + ".\t" + payload + "." + signature),
        HostileToken("NUL at the end", good + "\0"),
        HostileToken("NUL inside", header + ".\0" + payload + "." + signature),
        HostileToken("zero width space", header + "." + payload + "\u{200B}." + signature),
        HostileToken("full-width dot", header + "\u{FF0E}" + payload + "\u{FF0E}" + signature),
        HostileToken("padding", header + "." + payload + "." + padded + "="),
        HostileToken("padded header", header + "=." + payload + "." + signature),
        HostileToken("standard base64 letters", header + "." + payload + ".+/" + signature.dropFirst(2)),
        HostileToken("percent-encoded", good.replacing(".", with: "%2E")),
        HostileToken("twice", good + good), HostileToken("quoted", "\"" + good + "\""),
        HostileToken("with its scheme", "Bearer " + good), HostileToken("two tokens", good + "," + good),
        HostileToken("reversed", String(good.reversed())),
        HostileToken("parts swapped", payload + "." + header + "." + signature),
        HostileToken("upper case", good.uppercased()),
        HostileToken("signature cut", String(good.dropLast())),
        HostileToken("signature halved", String(good.dropLast(signature.count / 2))),
        HostileToken("signature longer", good + "AAAA"),
        HostileToken(
          "signature of zeros", header + "." + payload + "." + Base64URL.encode([UInt8](repeating: 0, count: 256))),
        HostileToken(
          "short signature of zeros", header + "." + payload + "." + Base64URL.encode([UInt8](repeating: 0, count: 64))),
        HostileToken(
          "signature of ones", header + "." + payload + "." + Base64URL.encode([UInt8](repeating: 255, count: 256))),
        HostileToken("huge signature", header + "." + payload + "." + String(repeating: "A", count: 300_000)),
        HostileToken("huge header", String(repeating: "A", count: 300_000) + "." + payload + "." + signature),
        HostileToken("huge payload", header + "." + String(repeating: "A", count: 300_000) + "." + signature),
        HostileToken("payload of another", header + "." + encode("{}") + "." + signature),
        HostileToken(
          "JSON serialisation",
          "{\"protected\":\"\(header)\",\"payload\":\"\(payload)\",\"signature\":\"\(signature)\"}"),
        HostileToken("not base64", "***.***.***"), HostileToken("emoji", "🔑.🔑.🔑"),
        HostileToken(
          "UTF-16 header",
          Base64URL.encode(Array("{\"alg\":\"none\"}".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) + "."
            + payload + "." + signature),
        HostileToken("header is an array", encode("[]") + "." + payload + "." + signature),
        HostileToken("header is null", encode("null") + "." + payload + "." + signature),
        HostileToken("header is a number", encode("1") + "." + payload + "." + signature),
        HostileToken(
          "header with a byte order mark",
          Base64URL.encode([0xEF, 0xBB, 0xBF]) + header + "." + payload + "." + signature),
        HostileToken("header not closed", encode("{\"alg\":\"RS256\"") + "." + payload + "." + signature),
        HostileToken("deep header", encode(String(repeating: "[", count: 2000)) + "." + payload + "." + signature),
        HostileToken(
          "deep object",
          encode(String(repeating: "{\"a\":", count: 500) + "1" + String(repeating: "}", count: 500)) + "." + payload
            + "." + signature),
      ]
      // The last letter of base64 text can carry bits that mean nothing: a second spelling of the same bytes.
      let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
      if signature.count % 4 != 0, let last = signature.last, let place = letters.firstIndex(of: last) {
        list.append(HostileToken("second spelling", String(good.dropLast()) + String(letters[place ^ 1])))
      }
      return list
    }

    /// Headers that try to choose how the token is verified, each signed by the real key all the same.
    static func headers(_ typ: String, _ alg: String, _ more: String, payload: String, sign: Sign, listener: Int) throws
      -> [HostileToken]
    {
      let url = "http://127.0.0.1:\(listener)/keys"
      let named: [(String, String)] = [
        ("alg none", "{\"alg\":\"none\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg None", "{\"alg\":\"None\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg nOnE", "{\"alg\":\"nOnE\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg empty", "{\"alg\":\"\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg null", "{\"alg\":null,\"typ\":\"\(typ)\",\(more)}"),
        ("alg a list", "{\"alg\":[\"\(alg)\"],\"typ\":\"\(typ)\",\(more)}"),
        ("alg missing", "{\"typ\":\"\(typ)\",\(more)}"),
        ("alg twice", "{\"alg\":\"none\",\"alg\":\"\(alg)\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg escaped twice", "{\"alg\":\"\(alg)\",\"\\u0061lg\":\"none\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg in capitals", "{\"ALG\":\"\(alg)\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg with a space", "{\"alg\":\"\(alg) \",\"typ\":\"\(typ)\",\(more)}"),
        ("alg in lower case", "{\"alg\":\"\(alg.lowercased())\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg HS256", "{\"alg\":\"HS256\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg HS512", "{\"alg\":\"HS512\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg RS384", "{\"alg\":\"RS384\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg RS1", "{\"alg\":\"RS1\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg PS256", "{\"alg\":\"PS256\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg ES384", "{\"alg\":\"ES384\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg EdDSA", "{\"alg\":\"EdDSA\",\"typ\":\"\(typ)\",\(more)}"),
        ("alg dir", "{\"alg\":\"dir\",\"enc\":\"A256GCM\",\"typ\":\"\(typ)\",\(more)}"),
        ("typ missing", "{\"alg\":\"\(alg)\",\(more)}"),
        ("typ JWT", "{\"alg\":\"\(alg)\",\"typ\":\"JWT\",\(more)}"),
        ("typ in capitals", "{\"alg\":\"\(alg)\",\"typ\":\"\(typ.uppercased())\",\(more)}"),
        ("typ twice", "{\"alg\":\"\(alg)\",\"typ\":\"JWT\",\"typ\":\"\(typ)\",\(more)}"),
        ("crit", "{\"alg\":\"\(alg)\",\"typ\":\"\(typ)\",\"crit\":[\"exp\"],\(more)}"),
        ("crit b64", "{\"alg\":\"\(alg)\",\"typ\":\"\(typ)\",\"b64\":false,\"crit\":[\"b64\"],\(more)}"),
        ("crit empty", "{\"alg\":\"\(alg)\",\"typ\":\"\(typ)\",\"crit\":[],\(more)}"),
        ("trailing comma", "{\"alg\":\"\(alg)\",\"typ\":\"\(typ)\",\(more),}"),
        ("comment", "{\"alg\":\"\(alg)\",/**/\"typ\":\"\(typ)\",\(more)}"),
        ("two objects", "{\"alg\":\"\(alg)\",\"typ\":\"\(typ)\",\(more)}{}"),
      ]
      let fetching = [
        "\"jku\":\"\(url)\"", "\"x5u\":\"\(url)\"", "\"jku\":\"file:///etc/passwd\"", "\"x5c\":[\"AAAA\"]",
        "\"x5t\":\"AAAA\"", "\"jwks\":{\"keys\":[]}",
      ]
      return try named.map { HostileToken($0.0, try join($0.1, payload, sign)) }
        // The signature stays a stranger's: these would pass only if the key were fetched.
        + fetching.map { member in
          HostileToken(
            member,
            join("{\"alg\":\"\(alg)\",\"typ\":\"\(typ)\",\(member),\(more)}", payload) { _ in
              [UInt8](repeating: 1, count: 64)
            })
        }
    }

    /// Access tokens that the server's own key signed, with a wrong word or time in them, and forgeries with its id.
    static func access(good: String, keyID: String, pem: String, now: Int64, listener: Int) throws -> [HostileToken] {
      let key = try _RSA.Signing.PrivateKey(pemRepresentation: pem)
      let foreign = try _RSA.Signing.PrivateKey(keySize: .bits2048)
      let rs256: Sign = { input in
        Array(
          try _RSA.Signing.PrivateKey(pemRepresentation: pem).signature(
            for: SHA256.hash(data: Data(input.utf8)), padding: .insecurePKCS1v1_5
          ).rawRepresentation)
      }
      let payload = String(
        decoding: try Base64URL.decode(good.split(separator: ".")[1]), as: UTF8.self)
      let header = "{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":\"\(keyID)\"}"
      let claims = try JSONReader().read(Array(payload.utf8))
      func with(_ name: String, _ value: JSONNode?) -> String {
        var members = (claims.members ?? []).filter { $0.name != name }
        if let value { members.append(JSONMember(name, value)) }
        return String(decoding: JSONWriter().bytes(JSONNode(.object(members))), as: UTF8.self)
      }
      var list = shapes(of: good)
      list += try headers(
        "at+jwt", "RS256", "\"kid\":\"\(keyID)\"", payload: payload, sign: rs256, listener: listener)
      for id in [
        "", "../../../../dev/null", "/dev/null", "' OR '1'='1", "x' UNION SELECT 'key' --", "$(id)", "\\u0000",
        keyID + " ",
        String(keyID.dropLast()), "http://127.0.0.1:\(listener)/", String(repeating: "k", count: 900),
      ] {
        list.append(
          HostileToken(
            "kid \(id.prefix(20))", try join("{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":\"\(id)\"}", payload, rs256)
          ))
      }
      list.append(HostileToken("kid missing", try join("{\"alg\":\"RS256\",\"typ\":\"at+jwt\"}", payload, rs256)))
      list.append(
        HostileToken("kid a number", try join("{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":1}", payload, rs256)))
      let jwk = String(decoding: JSONWriter().bytes(TokenKeySet.jwk(foreign.publicKey)), as: UTF8.self)
      let byForeign: Sign = { input in
        Array(
          try foreign.signature(for: SHA256.hash(data: Data(input.utf8)), padding: .insecurePKCS1v1_5)
            .rawRepresentation)
      }
      list.append(
        HostileToken(
          "jwk of a stranger",
          try join("{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":\"\(keyID)\",\"jwk\":\(jwk)}", payload, byForeign)))
      list.append(HostileToken("a stranger's key under our id", try join(header, payload, byForeign)))
      list.append(
        HostileToken(
          "a stranger's key under its own id",
          try join(
            "{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":\"\(TokenKeySet.thumbprint(foreign.publicKey))\"}", payload,
            byForeign)))
      // The published key as an HMAC secret, in the spellings that libraries have confused.
      for secret in [
        Data(key.publicKey.pemRepresentation.utf8), key.publicKey.derRepresentation,
        Data((key.publicKey.pemRepresentation + "\n").utf8),
        Data(),
      ] {
        list.append(
          HostileToken(
            "HS256 with \(secret.count) public bytes",
            join("{\"alg\":\"HS256\",\"typ\":\"at+jwt\",\"kid\":\"\(keyID)\"}", payload) { input in
              Array(HMAC<SHA256>.authenticationCode(for: Data(input.utf8), using: SymmetricKey(data: secret)))
            }))
      }
      list.append(
        HostileToken(
          "PSS under RS256",
          try join(header, payload) { input in
            Array(try key.signature(for: SHA256.hash(data: Data(input.utf8)), padding: .PSS).rawRepresentation)
          }))
      list.append(
        HostileToken(
          "SHA-512 under RS256",
          try join(header, payload) { input in
            Array(
              try key.signature(for: SHA512.hash(data: Data(input.utf8)), padding: .insecurePKCS1v1_5)
                .rawRepresentation)
          }))
      let changed: [(String, String)] = [
        ("aud another", with("aud", "https://other.test")), ("aud missing", with("aud", nil)),
        ("aud a list", with("aud", [.string(Stage.issuer)])), ("iss another", with("iss", "https://other.test")),
        ("iss missing", with("iss", nil)), ("iss with a slash", with("iss", .string(Stage.issuer + "/"))),
        ("iss a number", with("iss", 1)), ("expired", with("exp", .integer(now))),
        ("expired long ago", with("exp", 1)), ("exp missing", with("exp", nil)),
        ("exp negative", with("exp", .integer(-1))), ("exp least", with("exp", .integer(.min))),
        ("exp a text", with("exp", "9999999999")), ("exp a fraction", with("exp", JSONNode(.number("9999999999.5")))),
        ("exp an exponent", with("exp", JSONNode(.number("1e99")))),
        ("exp beyond 64 bits", with("exp", JSONNode(.number("99999999999999999999")))),
        ("not yet valid", with("nbf", .integer(now + 3600))), ("nbf missing", with("nbf", nil)),
        ("nbf a flag", with("nbf", true)), ("issued ahead", with("iat", .integer(now + 3600))),
        ("issued at the end of time", with("iat", .integer(.max))), ("iat least", with("iat", .integer(.min))),
        ("kind unknown", with("mantlet_kind", "admin")), ("kind a list", with("mantlet_kind", ["user"])),
        ("kind missing", with("mantlet_kind", nil)), ("tier unknown", with("mantlet_tier", "root")),
        ("sub missing", with("sub", nil)), ("sub with NUL", with("sub", .string("a\0b"))),
        ("sub huge", with("sub", .string(String(repeating: "s", count: 2000)))), ("sid missing", with("sid", nil)),
        ("sid unknown", with("sid", "no session")), ("sid SQL", with("sid", "' OR 1=1 --")),
        ("jti missing", with("jti", nil)), ("device missing", with("mantlet_device", nil)),
        ("cnf empty", with("cnf", JSONNode(.object([])))), ("cnf a text", with("cnf", "jkt")),
        ("cnf another key", with("cnf", ["jkt": .string(String(repeating: "A", count: 43))])),
        ("cnf too long", with("cnf", ["jkt": .string(String(repeating: "A", count: 44))])),
        ("cnf missing", with("cnf", nil)), ("payload a list", "[]"), ("payload null", "null"), ("payload empty", ""),
        ("payload twice sub", "{\"sub\":\"a\"," + payload.dropFirst()), ("payload cut", String(payload.dropLast())),
        ("payload deep", String(repeating: "{\"a\":", count: 400) + "1" + String(repeating: "}", count: 400)),
        ("payload not UTF-8 escaped", payload.replacing("\"sub\":\"", with: "\"sub\":\"\\ud800")),
      ]
      list += try changed.map { HostileToken($0.0, try join(header, $0.1, rs256)) }
      return list
    }

    /// Messages signed by a device: proofs and reports. `fields` are payloads that must not pass.
    static func signed(
      _ kind: SignedMessage.Kind, good: String, key: P256.Signing.PrivateKey, fields: [(String, String)], listener: Int
    ) throws -> [HostileToken] {
      let parts = good.split(separator: ".").map(String.init)
      let payload = String(decoding: try Base64URL.decode(parts[1]), as: UTF8.self)
      let es256: Sign = { Array(try key.signature(for: Data($0.utf8)).rawRepresentation) }
      let own = DevicePublicKey(key.publicKey)
      let jwk = String(decoding: JSONWriter().bytes(own.jwk), as: UTF8.self)
      var list = shapes(of: good)
      list += try headers(
        kind.rawValue, "ES256", "\"jwk\":\(jwk)", payload: payload, sign: es256, listener: listener)
      let other = SignedMessage.Kind.allCases.first { $0 != kind } ?? kind
      let x = own.jwk["x"]?.string ?? ""
      let y = own.jwk["y"]?.string ?? ""
      let start = "{\"alg\":\"ES256\",\"typ\":\"\(kind.rawValue)\""
      let keys: [(String, String)] = [
        ("no key", "}"), ("key null", ",\"jwk\":null}"), ("key a text", ",\"jwk\":\"key\"}"),
        ("key RSA", ",\"jwk\":{\"kty\":\"RSA\",\"n\":\"AQAB\",\"e\":\"AQAB\"}}"),
        ("key symmetric", ",\"jwk\":{\"kty\":\"oct\",\"k\":\"AAAA\"}}"),
        ("key of another curve", ",\"jwk\":{\"kty\":\"EC\",\"crv\":\"P-384\",\"x\":\"\(x)\",\"y\":\"\(y)\"}}"),
        ("key off the curve", ",\"jwk\":{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"\(y)\",\"y\":\"\(x)\"}}"),
        ("key at infinity", ",\"jwk\":{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"\",\"y\":\"\"}}"),
        ("private key", ",\"jwk\":{\"kty\":\"EC\",\"crv\":\"P-256\",\"d\":\"AAAA\",\"x\":\"\(x)\",\"y\":\"\(y)\"}}"),
        ("two keys", ",\"jwk\":\(jwk),\"jwk\":\(jwk)}"),
      ]
      list += try keys.map { HostileToken($0.0, try join(start + $0.1, payload, es256)) }
      list.append(
        HostileToken(
          "another kind", try join("{\"alg\":\"ES256\",\"typ\":\"\(other.rawValue)\",\"jwk\":\(jwk)}", payload, es256)))
      list.append(
        HostileToken(
          "DER signature",
          try join("\(start),\"jwk\":\(jwk)}", payload) {
            Array(try key.signature(for: Data($0.utf8)).derRepresentation)
          }
        ))
      list.append(
        HostileToken(
          "a stranger's signature",
          try join("\(start),\"jwk\":\(jwk)}", payload) {
            Array(try P256.Signing.PrivateKey().signature(for: Data($0.utf8)).rawRepresentation)
          }))
      return try list + fields.map { HostileToken($0.0, try join("\(start),\"jwk\":\(jwk)}", $0.1, es256)) }
    }

    /// Sealed logins: derived from one that opens.
    static func logins(good: String) -> [HostileToken] {
      let parts = good.split(separator: ".").map(String.init)
      func with(_ place: Int, _ text: String) -> String {
        var parts = parts
        parts[place] = text
        return parts.joined(separator: ".")
      }
      func flipped(_ place: Int) -> String {
        var bytes = (try? Base64URL.decode(parts[place])) ?? [0]
        bytes[0] ^= 1
        return with(place, Base64URL.encode(bytes))
      }
      let headers = [
        "{\"alg\":\"none\",\"enc\":\"A256GCM\",\"typ\":\"mantlet-login+jwe\"}",
        "{\"alg\":\"RSA1_5\",\"enc\":\"A256GCM\",\"typ\":\"mantlet-login+jwe\"}",
        "{\"alg\":\"RSA-OAEP\",\"enc\":\"A256GCM\",\"typ\":\"mantlet-login+jwe\"}",
        "{\"alg\":\"dir\",\"enc\":\"A256GCM\",\"typ\":\"mantlet-login+jwe\"}",
        "{\"alg\":\"RSA-OAEP-256\",\"enc\":\"A128CBC-HS256\",\"typ\":\"mantlet-login+jwe\"}",
        "{\"alg\":\"RSA-OAEP-256\",\"enc\":\"A256GCM\",\"typ\":\"mantlet-login+jwe\",\"zip\":\"DEF\"}",
        "{\"alg\":\"RSA-OAEP-256\",\"enc\":\"A256GCM\",\"typ\":\"mantlet-login+jwe\",\"crit\":[]}",
        "{\"alg\":\"PBES2-HS256+A128KW\",\"p2c\":2147483647,\"p2s\":\"AAAA\",\"enc\":\"A256GCM\"}",
        "{\"enc\":\"A256GCM\",\"alg\":\"RSA-OAEP-256\",\"typ\":\"mantlet-login+jwe\"}", "", "{}",
      ]
      return shapes(of: good).filter { $0.name != "empty" }
        + headers.map { HostileToken("header \($0.prefix(30))", with(0, encode($0))) }
        + (0..<5).map { HostileToken("a bit of part \($0)", flipped($0)) }
        + (0..<5).map { HostileToken("part \($0) empty", with($0, "")) }
        + [
          HostileToken("key too long", with(1, Base64URL.encode([UInt8](repeating: 1, count: 512)))),
          HostileToken("nonce of 16", with(2, Base64URL.encode([UInt8](repeating: 1, count: 16)))),
          HostileToken("tag of 4", with(4, "AAAA")),
          HostileToken("four of five", parts.dropLast().joined(separator: ".")),
        ]
    }
  }
#endif
