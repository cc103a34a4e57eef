import Foundation
import ScreenPrivacy
import SecurityPolicy
import Testing
import UntrustedInput

@Suite("The size of notifications that a server sends")
struct RemoteNotificationSizeTests {
  private static let keys = (0..<60).map { "k" + String(100 + $0) }
  private let check = RemoteNotificationCheck(
    RemoteNotificationRules(NotificationRequirement(), dataKeys: Set(Self.keys)))

  /// Members of the app's own, `"k100":"aaa…",…`, that take exactly so many bytes.
  private func members(_ count: Int) -> String {
    var members = ""
    for key in Self.keys {
      // One member more takes at least nine bytes.
      let rest = count - members.utf8.count - (members.isEmpty ? 0 : 1) - "\"\(key)\":\"\"".utf8.count
      let length = rest <= 128 ? rest : min(128, rest - 20)
      members += (members.isEmpty ? "" : ",") + "\"\(key)\":\"" + String(repeating: "a", count: length) + "\""
      if length == rest { break }
    }
    return members
  }

  private func kind(_ payload: String) throws(RemoteNotificationRefusal) -> RemoteNotificationKind {
    try check.check(Array(payload.utf8))
  }

  @Test("A payload for Apple has 4096 bytes at most, blanks included")
  func apple() throws {
    #expect(RemoteNotificationCheck.limit == 4096)
    let start = #"{"aps":{"content-available":1},"#
    for lead in ["", " \n"] {
      let full = lead + start + members(4096 - lead.utf8.count - start.utf8.count - 1) + "}"
      #expect(full.utf8.count == 4096)
      #expect(try kind(full) == .apns)
      #expect(throws: RemoteNotificationRefusal.tooLarge(path: "the payload", limit: 4096)) {
        try kind(lead + start + members(4097 - lead.utf8.count - start.utf8.count - 1) + "}")
      }
      #expect(throws: RemoteNotificationRefusal.tooLarge(path: "the payload", limit: 4096)) { try kind(full + " ") }
    }
  }

  @Test("What Firebase delivers has 4096 bytes at most; whom it goes to and blanks do not count")
  func firebase() throws {
    let token = String(repeating: "t", count: 400)
    func request(_ data: Int, between gap: String = "") -> String {
      #"{"message":{"token":"\#(token)",\#(gap)"data":{\#(members(data))}}}"#
    }
    // `{"data":{…}}`
    let room = 4096 - 11
    #expect(try kind(request(room)) == .fcm)
    #expect(try kind(request(room, between: String(repeating: " ", count: 4096))) == .fcm)
    #expect(throws: RemoteNotificationRefusal.tooLarge(path: "message", limit: 4096)) { try kind(request(room + 1)) }

    // `{"notification":{"title":"New reminder"},"data":{…}}`
    let notification = #""notification":{"title":"New reminder"}"#
    let both = room - notification.utf8.count - 1
    #expect(try kind("{\"message\":{\(notification),\"data\":{\(members(both))}}}") == .fcm)
    #expect(throws: RemoteNotificationRefusal.tooLarge(path: "message", limit: 4096)) {
      try kind("{\"message\":{\(notification),\"data\":{\(members(both + 1))}}}")
    }
  }

  @Test("What Firebase hands on to Apple has 4096 bytes at most")
  func bridged() throws {
    let start = #"{"aps":{"content-available":1},"#
    func request(_ bytes: Int) -> String {
      #"{"message":{"token":"abc","apns":{"payload":\#(start)\#(members(bytes - start.utf8.count - 1))}}}}"#
    }
    #expect(try kind(request(4096)) == .fcm)
    #expect(throws: RemoteNotificationRefusal.tooLarge(path: "message.apns.payload", limit: 4096)) {
      try kind(request(4097))
    }
  }

  @Test("A request is read up to 16,384 bytes")
  func request() throws {
    let empty = #"{"message":{}}"#
    let full = empty + String(repeating: " ", count: 16_384 - empty.utf8.count)
    #expect(try kind(full) == .fcm)
    #expect(throws: RemoteNotificationRefusal.unreadable(.tooLarge(limit: 16_384))) { try kind(full + " ") }
  }

  /// Of this thread, so that a busy machine changes nothing.
  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test(
    "A megabyte is refused by its size, and one byte less than too much costs milliseconds",
    arguments: [
      ("{\"aps\":{\"alert\":\"", "a"), ("{\"aps\":{},\"k100\":\"", "eyJa"),
      ("{\"message\":{\"data\":{\"k100\":\"", "a@"), ("", "["),
      ("{\"aps\":", "{\"a\":"), ("{\"aps\":{\"alert\":{\"loc-args\":[", "\"1\","), ("", " "),
    ])
  func long(start: String, piece: String) {
    func refusal(_ count: Int) -> RemoteNotificationRefusal? {
      let pieces = start + String(repeating: piece, count: count / piece.utf8.count + 1)
      do throws(RemoteNotificationRefusal) { try check.check(Array(pieces.utf8.prefix(count))) } catch { return error }
      return nil
    }
    let tooLarge = RemoteNotificationRefusal.unreadable(.tooLarge(limit: 16_384))
    #expect(refusal(1 << 20) == tooLarge)
    #expect(refusal(16_385) == tooLarge)
    let began = processorTime()
    guard case .unreadable(let error)? = refusal(16_384) else {
      Issue.record("\(String(describing: refusal(16_384)))")
      return
    }
    #expect(error != .tooLarge(limit: 16_384))
    #expect(processorTime() - began < 1)
  }
}
