import Crypto
import SecurityPolicy
import Testing
import TrustWire
import UntrustedInput

@Suite struct ReportParcelTests {
  @Test("A report alone is its own parcel")
  func alone() throws {
    let parcel = try ReportParcel(reading: "a.b.c")
    #expect(parcel == ReportParcel(compact: "a.b.c") && parcel.text == "a.b.c")
  }

  @Test("Evidence of every kind survives the way", arguments: AttestationKind.allCases)
  func evidence(kind: AttestationKind) throws {
    let parcel = ReportParcel(
      compact: "a.b.c", evidence: AttestationEvidence(kind: kind, bytes: Array(0...255)))
    #expect(try ReportParcel(reading: parcel.text) == parcel)
    #expect(AttestationClaim(kind).kind == kind)
  }

  @Test(
    "Half a parcel is none",
    arguments: ["a~", "a~appAttest", "a~appAttest~", "a~passport~AA", "a~appAttest~AA~", "a~appAttest~A", "a~~AA"])
  func refused(text: String) { #expect(throws: WireError.self) { try ReportParcel(reading: text) } }

  @Test("Evidence and parcel have their bounds")
  func bounds() throws {
    func text(_ count: Int) -> String {
      ReportParcel(
        compact: "a", evidence: AttestationEvidence(kind: .androidKey, bytes: Array(repeating: 1, count: count))
      ).text
    }
    _ = try ReportParcel(reading: text(AttestationEvidence.byteLimit))
    #expect(throws: WireError.unreadable(.tooLarge(limit: AttestationEvidence.byteLimit))) {
      try ReportParcel(reading: text(AttestationEvidence.byteLimit + 1))
    }
    #expect(throws: WireError.self) { try ReportParcel(reading: String(repeating: "a", count: wireByteLimit + 1)) }
  }

  @Test("The client data are the signed text, byte for byte")
  func clientData() {
    #expect(ReportParcel.clientDataHash("a.b.c") == Array(SHA256.hash(data: Array("a.b.c".utf8))))
    #expect(ReportParcel.clientDataHash("a.b.c") != ReportParcel.clientDataHash("a.b.d"))
  }

  @Test("Unsupported names no evidence")
  func unsupported() { #expect(AttestationClaim.unsupported.kind == nil) }
}
