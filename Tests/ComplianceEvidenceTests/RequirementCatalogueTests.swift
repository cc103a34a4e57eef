import ComplianceEvidence
import SecurityPolicy
import Testing

@Suite struct RequirementCatalogueTests {
  @Test(
    "Each standard has exactly the rows that it published",
    arguments: [
      (RequirementStandard.tr03161Part1, 127), (.tr03161Part3, 105), (.tr03161Older, 24), (.masvs, 24), (.maswe, 78),
      (.masweBeta, 117), (.gdpr, 8),
    ])
  func counts(standard: RequirementStandard, count: Int) {
    #expect(RequirementCatalogue.entries.count { $0.standard == standard } == count)
  }

  @Test("No standard names an id twice")
  func unique() {
    for standard in RequirementStandard.allCases {
      let ids = RequirementCatalogue.entries.filter { $0.standard == standard }.map(\.requirement)
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test("An id that two standards share is offered with the app's standard first and older editions last")
  func order() {
    #expect(
      RequirementCatalogue.entries(for: Requirement("O.Data_2")).map(\.standard).prefix(2)
        == [.tr03161Part1, .tr03161Part3])
    #expect(RequirementCatalogue.entries(for: Requirement("MASWE-0001")).map(\.standard) == [.maswe, .masweBeta])
    #expect(RequirementCatalogue.entries(for: Requirement("O.Nothing_1")).isEmpty)
  }
}
