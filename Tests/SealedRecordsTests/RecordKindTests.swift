import SealedRecords
import Testing

@Suite struct RecordKindTests {
  @Test("Lower-case letters, digits, dot and hyphen are a kind", arguments: ["a", "sleep-log", "v1.survey"])
  func accepted(_ text: String) { #expect(RecordKind(text)?.text == text) }

  @Test("Anything else is no kind", arguments: ["", "A", "a b", "a'b", "ä", String(repeating: "a", count: 65)])
  func refused(_ text: String) { #expect(RecordKind(text) == nil) }
}
