import ComplianceEvidence
import SecurityPolicy
import Testing
import UntrustedInput

@Suite struct EvidenceRowTests {
  static let source = EvidenceSource(
    tool: "mantlet audit", toolVersion: "1.0", policyName: "sleep", policyDigest: String(repeating: "0a", count: 32))

  @Test("A row carries the digest of the exact bytes of each cited file")
  func digest() throws {
    let row = try EvidenceRow.cite(
      Requirement("O.Data_2"), verdict: .contradicted, statement: "A token is written in clear.",
      places: [.init(file: "b.swift", line: 1), .init(file: "b.swift", line: 1)],
      contents: ["b.swift": Array("abc".utf8)],
      source: Self.source)
    #expect(row.digests.map(\.sha256) == ["ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"])
    #expect(row.places.count == 1)
    #expect(row.standard == .tr03161Part1)
    #expect(row.obligation == .must)
  }

  @Test("The same id of the backend standard is another requirement")
  func standards() throws {
    let row = try EvidenceRow.cite(
      Requirement("O.Data_2"), standard: .tr03161Part3, verdict: .notAssessed, statement: "Nobody looked.",
      source: Self.source)
    #expect(row.obligation == .mustNot)
  }

  @Test("An invented requirement is refused")
  func invented() {
    #expect(throws: ComplianceEvidenceError.unknownRequirement) {
      try EvidenceRow.cite(
        Requirement("O.Data_99"), verdict: .notAssessed, statement: "Nobody looked.", source: Self.source)
    }
  }

  @Test("A claim about a place without the place is refused", arguments: EvidenceVerdict.allCases)
  func places(verdict: EvidenceVerdict) throws {
    func cite() throws -> EvidenceRow {
      try EvidenceRow.cite(Requirement("O.Data_2"), verdict: verdict, statement: "Seen.", source: Self.source)
    }
    if verdict.needsPlaces {
      #expect(throws: ComplianceEvidenceError.missingPlaces(verdict)) { try cite() }
    } else {
      #expect(try cite().places.isEmpty)
    }
  }

  @Test("A cited file without its bytes is refused")
  func missingContents() {
    #expect(throws: ComplianceEvidenceError.missingContents(files: 1)) {
      try EvidenceRow.cite(
        Requirement("O.Data_2"), verdict: .contradicted, statement: "Seen.", places: [.init(file: "a", line: 1)],
        source: Self.source)
    }
  }

  @Test("A line behind the end of the file is refused")
  func beyond() {
    #expect(throws: ComplianceEvidenceError.placeBeyondFile(index: 0)) {
      try EvidenceRow.cite(
        Requirement("O.Data_2"), verdict: .contradicted, statement: "Seen.", places: [.init(file: "a", line: 3)],
        contents: ["a": Array("x\ny".utf8)], source: Self.source)
    }
  }

  @Test("A line of zero, an empty statement and a short policy digest are refused")
  func malformed() {
    #expect(throws: ComplianceEvidenceError.malformedPlace(index: 0)) {
      try EvidenceRow.cite(
        Requirement("O.Data_2"), verdict: .contradicted, statement: "Seen.", places: [.init(file: "a", line: 0)],
        contents: ["a": []], source: Self.source)
    }
    #expect(throws: ComplianceEvidenceError.emptyStatement) {
      try EvidenceRow.cite(Requirement("O.Data_2"), verdict: .notAssessed, statement: " \n", source: Self.source)
    }
    #expect(throws: ComplianceEvidenceError.malformedPolicyDigest) {
      try EvidenceRow.cite(
        Requirement("O.Data_2"), verdict: .notAssessed, statement: "Nobody looked.",
        source: EvidenceSource(tool: "t", toolVersion: "1", policyName: "p", policyDigest: "00"))
    }
  }

  @Test("Words that only an evaluator may say are refused", arguments: ["The app is Compliant.", "Certified by us"])
  func forbidden(statement: String) {
    #expect(throws: ComplianceEvidenceError.self) {
      try EvidenceRow.cite(Requirement("O.Data_2"), verdict: .notAssessed, statement: statement, source: Self.source)
    }
  }

  @Test("The verdicts are the six words, spelt as agreed")
  func words() {
    #expect(
      EvidenceVerdict.allCases.map(\.rawValue) == [
        "contradicted", "demonstrated", "no_contradiction_seen", "documented", "not_applicable", "not_assessed",
      ])
  }

  @Test("The JSON names requirement, verdict, places and digests, in an order that does not depend on the input's")
  func json() throws {
    let one = try EvidenceRow.cite(
      Requirement("O.Data_3"), verdict: .demonstrated, statement: "Kept.", places: [.init(file: "a", line: 1)],
      contents: ["a": []], source: Self.source)
    let two = try EvidenceRow.cite(
      Requirement("MASVS-STORAGE-1"), verdict: .notAssessed, statement: "Nobody looked.", source: Self.source)
    let writer = JSONWriter()
    #expect(writer.text(EvidenceJSON.node([one, two])) == writer.text(EvidenceJSON.node([two, one])))
    let node = try JSONReader().read(writer.bytes(EvidenceJSON.node([one, two])))
    let row = try #require(node["rows"]?.array?.last)
    #expect(row["requirement"]?.string == "O.Data_3")
    #expect(row["verdict"]?.string == "demonstrated")
    #expect(row["places"]?.array?.first?["line"]?.integer == 1)
    #expect(row["files"]?.array?.first?["sha256"]?.string?.count == 64)
    #expect(row["policy"]?["sha256"]?.string == Self.source.policyDigest)
  }

  @Test("A file name cannot forge a second line of text")
  func line() throws {
    let row = try EvidenceRow.cite(
      Requirement("O.Data_2"), verdict: .contradicted, statement: "Seen.",
      places: [.init(file: "a\nO.Data_3: demonstrated", line: 1)], contents: ["a\nO.Data_3: demonstrated": []],
      source: Self.source)
    let text = EvidenceText.line(row)
    #expect(!text.contains("\n"))
    #expect(text.hasPrefix("O.Data_2 (BSI TR-03161-1 v3.0): contradicted: Seen. ["))
  }
}
