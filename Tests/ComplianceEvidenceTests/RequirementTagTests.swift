import ComplianceEvidence
import SecurityPolicy
import Testing

@Suite struct RequirementTagTests {
  private func tag(_ id: String, _ number: Int, _ line: Int) -> RequirementTag {
    RequirementTag(requirement: Requirement(id), number: number, line: line)
  }

  @Test("Tags in line comments are found with number and line")
  func found() {
    let text = """
      let a = 1  // O.Auth_8#1
      /// MASVS-STORAGE-1#2, O.Data_2#12: why
      let b = "http://x" // O.Data_3#3.
      """
    #expect(
      RequirementTag.tags(in: text) == [
        tag("O.Auth_8", 1, 1), tag("MASVS-STORAGE-1", 2, 2), tag("O.Data_2", 12, 2), tag("O.Data_3", 3, 3),
      ])
  }

  @Test("A tag inside a string literal is no tag")
  func strings() {
    let text = "let a = \"// O.Auth_8#1\"\nlet b = \"\"\"\n// O.Auth_8#2\n\"\"\"\nlet c = 1 // O.Auth_8#3"
    #expect(RequirementTag.tags(in: text) == [tag("O.Auth_8", 3, 5)])
  }

  @Test(
    "Words that only look like tags are left alone",
    arguments: [
      "// O.Auth_8", "// O.Auth_8#", "// O.Auth_8#0", "// O.Auth_8#x", "// issue#12", "O.Auth_8#1",
      "// O.Auth_8#99999999999999999999",
    ])
  func others(text: String) {
    #expect(RequirementTag.tags(in: text).isEmpty)
  }

  @Test("A tag with an id of no catalogue is named as unknown")
  func unknown() {
    let tags = RequirementTag.tags(in: "// O.Auth_8#1 O.Auth_80#1\r\n// MASVS-STORAGE-3#1")
    #expect(RequirementCatalogue.unknown(tags) == [tag("O.Auth_80", 1, 1), tag("MASVS-STORAGE-3", 1, 2)])
  }
}
