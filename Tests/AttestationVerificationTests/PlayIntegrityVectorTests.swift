import AttestationVerification
import Foundation
import Redaction
import Testing
import UntrustedInput

@Suite("Synthetic Play Integrity vectors", .enabled(if: Vectors.arePresent, Vectors.absent))
struct PlayIntegrityVectorTests {
  @Test("Each token is accepted or refused at the step that its vector names")
  func tokens() throws {
    let file = try Vectors.json("synthetic/play-integrity/tokens.json")
    let now = try Vectors.date(file["now"]?.string)
    let verifier = try PlayIntegrityVerifier(
      decryptionKey: Secret(copying: try file.base64("decryptionKeyBase64")),
      verificationKey: try file.base64("verificationKeySpkiBase64"),
      packages: [try #require(file["packageName"]?.string)])
    let hash = try #require(file["requestHash"]?.string)
    for item in try #require(file["tokens"]?.array) {
      let token = try #require(item["token"]?.string)
      let result = outcome { () throws(AttestationError) in
        try verifier.verify(token: token, binding: .requestHash(hash), now: now)
      }
      #expect(result.refusedAt == item["why"]?.string, "\(item["name"]?.string ?? "")")
      if item["expect"]?.string == "accept" {
        #expect(result.verified?.facts.play?.appRecognition == .recognized)
        #expect(result.verified?.facts.play?.deviceVerdicts.contains(.device) == true)
      }
    }
  }
}
