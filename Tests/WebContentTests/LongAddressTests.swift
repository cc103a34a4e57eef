import Foundation
import Testing
import UntrustedInput
import WebContent

/// A megabyte of what sends patterns back and forth: readers of addresses and messages look at the length first.
@Suite struct LongAddressTests {
  private static let pieces = [
    "a", "a.", "-", "*.", "https://", "%41", "a@", ":", "/..", "?a=b", "\\", "0x", "1.", "é", "\"", "{\"a\":", "[",
    "0,",
    "\"\\u0041", " ",
  ]

  /// Of this thread, so that a busy machine changes little; the best of three.
  private func seconds(_ work: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    return (0..<3).map { _ in
      let began = now()
      work()
      return now() - began
    }.min() ?? 0
  }

  @Test(
    "An origin, an address, a sender, a field of an answer and a message of a megabyte cost milliseconds",
    arguments: pieces)
  func bounded(piece: String) throws {
    let handler = try BridgeHandler("answer", fields: [BridgeField("note", .line(longest: 8))])
    let origin = try WebOrigin("https://app.example")
    let rules = try WebContentRules(origins: [origin, WebOrigin("https://*.app.example")])
    let bridge = try WebBridge(handlers: [handler], origins: [origin])
    for start in ["", "https://", "https://app.example/", "mailto:", "{\"note\":\""] {
      var text = start + String(repeating: piece, count: (1 << 20) / piece.utf8.count)
      text.makeContiguousUTF8()
      let long = text
      #expect(seconds { _ = try? WebOrigin(long) } < 0.2)
      #expect(seconds { _ = rules.decide(WebNavigation(long, isTapped: true)) } < 0.2)
      #expect(
        seconds { _ = rules.decide(answerFrom: "https://app.example/", isShown: true, disposition: long) } < 0.5)
      let sender = WebSender(scheme: "https", host: long, port: 0, isMainFrame: true)
      #expect(seconds { _ = try? bridge.read("{}", for: "answer", from: sender) } < 0.2)
      #expect(seconds { _ = try? handler.read(long.utf8) } < 0.2)
    }
  }
}
