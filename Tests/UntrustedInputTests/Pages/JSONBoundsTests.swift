import Testing
import UntrustedInput

@Suite struct JSONBoundsTests {
  private func reason(_ text: String, _ bounds: JSONBounds) -> String {
    do throws(InputRefusal) {
      _ = try bounds.read(Array(text.utf8))
      return "+"
    } catch { return error.reason.rawValue }
  }

  @Test(
    "Each bound takes what reaches it and refuses one more",
    arguments: [
      ("[1,2]", JSONBounds(maximumBytes: 5), "+"), ("[1,23]", JSONBounds(maximumBytes: 5), "tooLarge"),
      ("[[1]]", JSONBounds(maximumDepth: 3), "+"), ("[[[1]]]", JSONBounds(maximumDepth: 3), "tooDeep"),
      ("[1,2]", JSONBounds(maximumValues: 3), "+"), ("[1,2,3]", JSONBounds(maximumValues: 3), "tooManyValues"),
      (#"{"a":{"b":1}}"#, JSONBounds(maximumValues: 2), "tooManyValues"),
      (#"["abc"]"#, JSONBounds(maximumText: 3), "+"),
      (#"["abcd"]"#, JSONBounds(maximumText: 3), "tooLong"), (#"{"abcd":1}"#, JSONBounds(maximumText: 3), "tooLong"),
      ("-100", JSONBounds(maximumNumber: 100), "+"), ("100.5", JSONBounds(maximumNumber: 100), "numberOutOfRange"),
      ("9007199254740992", JSONBounds(), "numberOutOfRange"), ("1e400", JSONBounds(), "numberOutOfRange"),
      ("1e-400", JSONBounds(), "+"),
      ("1.0", JSONBounds(allowsFractions: false), "numberOutOfRange"),
      ("1e2", JSONBounds(allowsFractions: false), "numberOutOfRange"),
      ("12", JSONBounds(allowsFractions: false), "+"),
      ("1" + String(repeating: "0", count: 64), JSONBounds(maximumNumber: .infinity), "numberOutOfRange"),
    ])
  func bounds(text: String, bounds: JSONBounds, expected: String) { #expect(reason(text, bounds) == expected) }

  @Test("A megabyte of brackets costs no more than its bound")
  func bombs() {
    let bounds = JSONBounds(maximumBytes: 1 << 21)
    #expect(reason(String(repeating: "[", count: 1 << 20), bounds) == "tooDeep")
    #expect(reason("[" + String(repeating: "1,", count: 1 << 19) + "1]", bounds) == "tooManyValues")
    #expect(reason(String(repeating: "{\"a\":", count: 1 << 17), bounds) == "tooDeep")
  }
}
