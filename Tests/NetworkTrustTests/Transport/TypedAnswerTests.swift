import HTTPTypes
import NetworkTrust
import Testing

struct TypedAnswerTests {
  struct Night: Decodable, Equatable { let hours: Int }

  func answer(_ body: String, type: String? = "application/json", status: Int = 200) -> HTTPAnswer {
    var response = HTTPResponse(status: .init(code: status))
    response.headerFields[.contentType] = type
    return HTTPAnswer(response: response, body: Array(body.utf8))
  }

  @Test(
    "JSON of the expected form becomes a value", arguments: ["application/json", "Application/JSON; charset=utf-8"])
  func typed(type: String) throws {
    for mark in ["", "\u{FEFF}"] {
      #expect(try answer(mark + #"{"hours":8,"more":1}"#, type: type).json(Night.self) == Night(hours: 8))
    }
  }

  @Test("Another status, media type or form is refused by name")
  func refused() {
    #expect(throws: NetworkError.status(404)) { try answer("{}", status: 404).json(Night.self) }
    #expect(throws: NetworkError.status(302)) { try answer("{}", status: 302).json(Night.self) }
    #expect(throws: NetworkError.unexpectedType) { try answer(#"{"hours":8}"#, type: "text/html").json(Night.self) }
    #expect(throws: NetworkError.unexpectedType) { try answer(#"{"hours":8}"#, type: nil).json(Night.self) }
    let empty = ";application/json"
    #expect(throws: NetworkError.unexpectedType) { try answer(#"{"hours":8}"#, type: empty).json(Night.self) }
    let double = #"{"hours":8,"more":{"a":1,"a":2}}"#
    for body in [#"{"hours":"8"}"#, #"{"hours":8,"hours":9}"#, double, "{}", "", "[]", #"{"hours":8.5}"#] {
      #expect(throws: NetworkError.unreadableAnswer) { try answer(body).json(Night.self) }
    }
  }

  @Test("A request for JSON says so")
  func request() {
    let request = HTTPRequest.json(.post, path: "/nights")
    #expect(request.headerFields[.accept] == "application/json")
    #expect(request.headerFields[.contentType] == "application/json")
  }
}
