import Testing
import UntrustedInput
import WebContent

@Suite("Messages of pages")
struct WebBridgeTests {
  private let page = WebSender(scheme: "https", host: "app.example", port: 0, isMainFrame: true)

  private func bridge() throws -> WebBridge {
    try WebBridge(
      handlers: [
        BridgeHandler(
          "answer",
          fields: [
            BridgeField("question", .integer(1...20)), BridgeField("choice", .oneOf(["yes", "no"])),
            BridgeField("note", .line(longest: 10), isOptional: true),
            BridgeField("done", .flag, isOptional: true),
          ]),
        BridgeHandler("close"),
      ], origins: [WebOrigin("https://app.example")])
  }

  @Test("A message with its fields is read into values")
  func read() throws {
    let message = try bridge().read(
      #"{"question": 3, "choice": "yes", "note": "ok", "done": true}"#, for: "answer", from: page)
    #expect(message.handler == "answer" && message.integer("question") == 3 && message.text("choice") == "yes")
    #expect(message.text("note") == "ok" && message.flag("done") == true && message["else"] == nil)
    #expect(message.integer("choice") == nil && message.flag("question") == nil && message.text("done") == nil)
    #expect(try bridge().read("{}", for: "close", from: page).handler == "close")
  }

  @Test(
    "A message of another shape is refused",
    arguments: [
      (#"{"question": 3}"#, InputRefusal.Reason.missingMember),
      (#"{"question": 3, "choice": "yes", "extra": 1}"#, .unknownMember),
      (#"[]"#, .malformedJSON), (#""yes""#, .malformedJSON), ("null", .malformedJSON),
      (#"{"question": 0, "choice": "yes"}"#, .memberValue), (#"{"question": 21, "choice": "yes"}"#, .memberValue),
      (#"{"question": 3.0, "choice": "yes"}"#, .memberValue), (#"{"question": "3", "choice": "yes"}"#, .memberValue),
      (#"{"question": 3, "choice": "YES"}"#, .memberValue), (#"{"question": 3, "choice": null}"#, .memberValue),
      (#"{"question": 3, "choice": "yes", "note": "01234567890"}"#, .memberValue),
      (#"{"question": 3, "choice": "yes", "note": "a\u0000b"}"#, .memberValue),
      (#"{"question": 3, "choice": "yes", "note": "a\u202Eb"}"#, .memberValue),
      (#"{"question": 3, "choice": "yes", "note": "a\nb"}"#, .memberValue),
      (#"{"question": 3, "choice": "yes", "note": []}"#, .memberValue),
      (#"{"question": 3, "choice": "yes", "done": 1}"#, .memberValue),
    ])
  func shapes(body: String, reason: InputRefusal.Reason) throws {
    let bridge = try bridge()
    #expect(throws: WebContentError.badMessage(InputRefusal(reason))) {
      try bridge.read(body, for: "answer", from: page)
    }
  }

  @Test("Unreadable, doubled, deep and large messages are refused")
  func unreadable() throws {
    let bridge = try bridge()
    let bodies = [
      "", "{", #"{"question": 1, "question": 2, "choice": "no"}"#, #"{"question": [[[[[1]]]]], "choice": "no"}"#,
      "{\"note\": \"" + String(repeating: "a", count: BridgeHandler.mostBytes) + "\"}",
    ]
    for body in bodies {
      let error = #expect(throws: WebContentError.self) { try bridge.read(body, for: "answer", from: page) }
      guard case .badMessage(let refusal) = error,
        [.malformedJSON, .repeatedMember, .tooDeep, .tooLarge].contains(refusal.reason)
      else {
        Issue.record("\(body.prefix(40)) was \(String(describing: error))")
        continue
      }
    }
  }

  @Test("Who speaks is asked before what is said")
  func senders() throws {
    let bridge = try bridge()
    let senders: [(WebSender, WebContentError)] = [
      (WebSender(scheme: "https", host: "app.example", port: 0, isMainFrame: false), .notMainFrame),
      (WebSender(scheme: "http", host: "app.example", port: 0, isMainFrame: true), .foreignPage),
      (WebSender(scheme: "https", host: "app.example", port: 8443, isMainFrame: true), .foreignPage),
      (WebSender(scheme: "https", host: "evil.example", port: 0, isMainFrame: true), .foreignPage),
      (WebSender(scheme: "https", host: "", port: 0, isMainFrame: true), .foreignPage),
      (WebSender(scheme: "", host: "app.example", port: 0, isMainFrame: true), .foreignPage),
      (WebSender(scheme: "https", host: "app.example/x", port: 0, isMainFrame: true), .foreignPage),
      (WebSender(scheme: "file", host: "", port: 0, isMainFrame: true), .foreignPage),
    ]
    for (sender, error) in senders {
      #expect(throws: error) { try bridge.read("not even json", for: "nobody", from: sender) }
    }
    #expect(throws: WebContentError.unknownHandler) { try bridge.read("{}", for: "nobody", from: page) }
    let told = WebSender(scheme: "https", host: "app.example", port: 443, isMainFrame: true)
    #expect(try bridge.read("{}", for: "close", from: told).handler == "close")
  }

  @Test("Schemas that allow nothing, or name something twice, are refused")
  func schemas() throws {
    #expect(throws: WebContentError.emptySchema) { try BridgeField("a", .oneOf([])) }
    #expect(throws: WebContentError.emptySchema) { try BridgeField("a", .line(longest: 0)) }
    #expect(throws: WebContentError.badName) { try BridgeField("", .flag) }
    #expect(throws: WebContentError.badName) { try BridgeField("a b", .flag) }
    #expect(throws: WebContentError.badName) { try BridgeField("ä", .flag) }
    #expect(throws: WebContentError.badName) {
      try BridgeHandler("h", fields: [BridgeField("a", .flag), BridgeField("a", .flag)])
    }
    #expect(throws: WebContentError.badName) {
      try WebBridge(handlers: [BridgeHandler("a"), BridgeHandler("a")], origins: [WebOrigin("https://app.example")])
    }
    #expect(throws: WebContentError.badName) {
      try WebBridge(handlers: [], origins: [WebOrigin("https://app.example")])
    }
    #expect(throws: WebContentError.noOrigin) { try WebBridge(handlers: [BridgeHandler("a")], origins: []) }
  }
}
