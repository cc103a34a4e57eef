import NetworkTrust
import Testing

struct CertificateSubjectTests {
  @Test("Only names of 1 to 64 printable characters are asked for")
  func limits() throws {
    #expect(try CertificateSubject([.commonName("Zoë")]).parts == [.commonName("Zoë")])
    for parts: [CertificateSubject.Part] in [
      [], [.commonName("")], [.organization(String(repeating: "x", count: 65))], [.commonName("a\u{0}b")],
      Array(repeating: .organizationalUnit("x"), count: 9),
    ] {
      #expect(throws: IdentityError.malformedSubject) { try CertificateSubject(parts) }
    }
  }
}
