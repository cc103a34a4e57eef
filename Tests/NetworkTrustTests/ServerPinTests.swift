import Foundation
import NetworkTrust
import Testing

struct ServerPinTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/spki-pins")

  @Test("The pin of a certificate is what openssl computes", arguments: ["p256", "p521", "rsa2048", "ed25519"])
  func equalsOpenSSL(name: String) throws {
    let table = try String(contentsOf: Self.folder.appending(path: "pins.tsv"), encoding: .utf8)
    let line = try #require(table.split(separator: "\n").first { $0.hasPrefix(name + "\t") })
    let pem = try String(contentsOf: Self.folder.appending(path: "\(name).pem"), encoding: .utf8)
    let body = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    let der = [UInt8](try #require(Data(base64Encoded: body)))
    #expect(try ServerPin(certificateDER: der).base64 == line.split(separator: "\t")[1])
  }

  @Test("A pin is read from base64 and printed as the same text")
  func roundTrip() throws {
    let text = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    #expect(try ServerPin(base64: text).digest == Array(0..<32))
    #expect(try ServerPin(base64: text).description == text)
  }

  @Test(
    "Text that is not the one base64 of 32 bytes is no pin",
    arguments: [
      "", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=",
      "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwd", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh-=",
    ])
  func malformed(text: String) {
    #expect(throws: NetworkError.malformedPin) { try ServerPin(base64: text) }
  }

  @Test(
    "Bytes that are no certificate have no pin",
    arguments: [[], [0x30], [0x30, 0x00], [0x30, 0x03, 0x02, 0x01, 0x01]])
  func garbage(bytes: [UInt8]) {
    #expect(throws: NetworkError.malformedCertificate) { try ServerPin(certificateDER: bytes) }
  }

  @Test("A certificate cut anywhere has no pin and stops nothing")
  func truncated() throws {
    let pem = try String(contentsOf: Self.folder.appending(path: "p256.pem"), encoding: .utf8)
    let der = [UInt8](
      try #require(Data(base64Encoded: pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined())))
    for length in 0..<der.count {
      #expect(throws: NetworkError.malformedCertificate) { try ServerPin(certificateDER: Array(der.prefix(length))) }
    }
  }
}
