import SecurityPolicy
import Testing
import TrustWire
import UntrustedInput

@Suite struct RefusalBodyTests {
  private func read(_ node: JSONNode) throws -> RefusalBody { try RefusalBody(reading: JSONWriter().bytes(node)) }

  @Test("Every error, reason and code survives the way through the bytes")
  func roundTrip() throws {
    for error in RefusalBody.OAuthError.allCases {
      let body = RefusalBody(error, .malformed, "why")
      #expect(try RefusalBody(reading: body.bytes) == body)
    }
    for reason in RefusalReason.allCases {
      let body = RefusalBody(.invalidGrant, reason, "why")
      #expect(try RefusalBody(reading: body.bytes) == body)
    }
    for code in DecisionCode.allCases {
      let body = RefusalBody(.accessDenied, .deviceRefused, code: code, "why")
      #expect(try RefusalBody(reading: body.bytes) == body)
    }
  }

  @Test("A code or reason of a newer server reads as unknown, never as none")
  func newer() throws {
    let body = try read(["error": "access_denied", "mantlet_reason": "inTheFuture", "mantlet_code": "rejectedToo"])
    #expect(body.code == .unknown)
    #expect(body.reason == .versionUnknown)
    #expect(try read(["error": "access_denied", "mantlet_reason": "deviceRefused"]).code == nil)
  }

  @Test("A body that is no refusal is an error")
  func refused() {
    #expect(throws: WireError.missing(member: "error")) {
      try read(["error": "teapot", "mantlet_reason": "malformed"])
    }
    #expect(throws: WireError.missing(member: "mantlet_reason")) { try read(["error": "invalid_grant"]) }
    #expect(throws: WireError.self) { try RefusalBody(reading: Array("Bad Gateway".utf8)) }
    let limit = 64 << 10
    #expect(throws: WireError.unreadable(.tooLarge(limit: limit))) {
      try RefusalBody(reading: [UInt8](repeating: 32, count: limit + 1))
    }
  }

  @Test("All codes of a refused device survive the way, the primary one first and for older readers alone")
  func codes() throws {
    let codes: [DecisionCode] = [.osPatchTooLow, .rejectedBecauseHooked, .unknown]
    let body = RefusalBody(.accessDenied, .deviceRefused, codes: codes, "why")
    #expect(body.code == .osPatchTooLow)
    #expect(try RefusalBody(reading: body.bytes).codes == codes)
    let one = RefusalBody(.accessDenied, .deviceRefused, code: .osPatchTooLow, "why")
    #expect(!String(decoding: one.bytes, as: UTF8.self).contains("mantlet_codes"))
    let newer = try read([
      "error": "access_denied", "mantlet_reason": "deviceRefused", "mantlet_code": "osRejected",
      "mantlet_codes": ["osRejected", "levitates"],
    ])
    #expect(newer.codes == [.osRejected, .unknown])
  }
}
