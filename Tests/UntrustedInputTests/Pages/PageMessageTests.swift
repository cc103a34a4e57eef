import Testing
import UntrustedInput

@Suite struct PageMessageTests {
  private let shapes = [
    PageMessageShape("close"),
    PageMessageShape(
      "answer",
      [
        .init("question", .integer(1...20)), .init("score", .integer(0...3)),
        .init("note", .line(longest: 8), isRequired: false),
        .init("done", .flag, isRequired: false),
        .init("tags", .list(of: .oneOf(["snoring", "dream"]), longest: 2), isRequired: false),
      ]),
  ]

  private func reason(_ text: String, _ bounds: JSONBounds = JSONBounds()) -> String {
    do throws(InputRefusal) { return try PageMessage(Array(text.utf8), shapes: shapes, bounds: bounds).name } catch {
      return error.reason.rawValue
    }
  }

  @Test("A message on the list is read with typed values")
  func taken() throws {
    let text = #"{"name":"answer","data":{"question":3,"score":0,"note":"gut","done":true,"tags":["dream"]}}"#
    let message = try PageMessage(Array(text.utf8), shapes: shapes)
    #expect(
      message.values == [
        "question": .integer(3), "score": .integer(0), "note": .text("gut"), "done": .flag(true),
        "tags": .list([.text("dream")]),
      ])
    #expect(message["absent"] == nil)
    #expect(reason(#"{"name":"close"}"#) == "close")
    #expect(reason(#"{"data":{},"name":"close"}"#) == "close")
  }

  @Test(
    "Anything beside the list is refused",
    arguments: [
      ("", "malformedJSON"), ("null", "malformedJSON"), ("[]", "malformedJSON"), ("\"close\"", "malformedJSON"),
      ("{}", "unknownMessage"),
      (#"{"name":"eval"}"#, "unknownMessage"), (#"{"name":1}"#, "unknownMessage"),
      (#"{"name":"Close"}"#, "unknownMessage"),
      (#"{"name":"close","url":"x"}"#, "unknownMember"), (#"{"name":"close","data":{"x":1}}"#, "unknownMember"),
      (#"{"name":"close","data":[]}"#, "memberValue"), (#"{"name":"close","data":null}"#, "memberValue"),
      (#"{"name":"close","name":"answer"}"#, "repeatedMember"),
      (#"{"name":"close","n\u0061me":"answer"}"#, "repeatedMember"),
      (#"{"name":"answer"}"#, "missingMember"), (#"{"name":"answer","data":{"question":1}}"#, "missingMember"),
      (#"{"name":"answer","data":{"question":21,"score":1}}"#, "memberValue"),
      (#"{"name":"answer","data":{"question":1.5,"score":1}}"#, "memberValue"),
      (#"{"name":"answer","data":{"question":"1","score":1}}"#, "memberValue"),
      (#"{"name":"answer","data":{"question":1,"score":1,"note":"too long a note"}}"#, "memberValue"),
      (#"{"name":"answer","data":{"question":1,"score":1,"note":"a\nb"}}"#, "memberValue"),
      (#"{"name":"answer","data":{"question":1,"score":1,"note":"\u202e"}}"#, "memberValue"),
      (#"{"name":"answer","data":{"question":1,"score":1,"tags":["dream","dream","dream"]}}"#, "memberValue"),
      (#"{"name":"answer","data":{"question":1,"score":1,"tags":["fly"]}}"#, "memberValue"),
      (#"{"name":"answer","data":{"question":1,"score":1,"done":1}}"#, "memberValue"),
      (#"{"name":"close"} x"#, "malformedJSON"), (#"{"name":"close",}"#, "malformedJSON"),
      (#"{"__proto__":{},"name":"close"}"#, "unknownMember"),
    ])
  func refused(text: String, expected: String) { #expect(reason(text) == expected) }

  @Test("Bytes that are no UTF-8 are no message")
  func notText() {
    #expect { try PageMessage([0x22, 0xFF, 0x22], shapes: []) } throws: { ($0 as? InputRefusal)?.reason == .notText }
  }
}
