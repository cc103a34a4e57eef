import ScreenPrivacy
import SecurityTesting
import Testing

@Suite("What is kept about push notifications")
struct PushStateTests {
  @Test("A token is not printed, by whatever way")
  func silent() throws {
    let token = try PushToken("abcdef0123456789")
    var dumped = ""
    dump(token, to: &dumped)
    #expect(!"\(token)\(String(reflecting: token))\(dumped)".contains("abcdef"))
    #expect(try PushToken(bytes: [0, 255, 16]).exposedText == "00ff10")
  }

  @Test("What is no token is refused", arguments: ["", "a b", "a\n", "ü", String(repeating: "a", count: 4097)])
  func tokens(text: String) {
    #expect(throws: NotificationRefusal.badToken) { try PushToken(text) }
    #expect(throws: NotificationRefusal.badToken) { try PushToken(bytes: []) }
    #expect(throws: NotificationRefusal.badToken) { try PushToken(bytes: Array(repeating: 0, count: 513)) }
  }

  @Test("What is kept is read back, and says nothing that the system says at every start")
  func kept() throws {
    let bytes = Array(#"{"version":1,"wanted":true,"known":["one","two"],"confirmed":"two"}"#.utf8)
    let state = try PushState(reading: bytes)
    #expect(state.bytes == bytes && state.isWanted && state.token == nil && state.authorization == nil)
    #expect(state.next() == nil)
    #expect(try PushState(reading: PushState().bytes) == PushState())
    let agreed = Array(#"{"version":1,"wanted":true,"known":[],"explanation":3}"#.utf8)
    #expect(try PushState(reading: agreed).explanation == 3 && PushState(reading: agreed).bytes == agreed)
    #expect(state.explanation == 1)
  }

  @Test(
    "What was not written by us is refused",
    arguments: [
      "", "{}", "[]", #"{"version":0,"wanted":true,"known":[]}"#, #"{"version":1,"wanted":1,"known":[]}"#,
      #"{"version":1,"wanted":true}"#, #"{"version":1,"wanted":true,"known":[1]}"#,
      #"{"version":1,"wanted":true,"known":["a b"]}"#, #"{"version":1,"wanted":true,"known":["a","a"]}"#,
      #"{"version":1,"wanted":true,"known":[],"explanation":0}"#,
      #"{"version":1,"wanted":true,"known":[],"explanation":"1"}"#,
      #"{"version":1,"wanted":true,"known":[],"confirmed":"a"}"#, #"{"version":1,"wanted":true,"known":[],"x":1}"#,
      #"{"version":1,"wanted":true,"known":["1","2","3","4","5","6","7","8","9","10","11","12","13","14","15","16","17"]}"#,
    ])
  func damaged(text: String) {
    #expect(throws: NotificationRefusal.damaged) { try PushState(reading: Array(text.utf8)) }
  }

  @Test("What a newer version wrote is told apart")
  func newer() {
    #expect(throws: NotificationRefusal.newerFormat) { try PushState(reading: Array(#"{"version":2,"x":1}"#.utf8)) }
  }

  @Test("The twins keep what the seams promise")
  func conformance() async {
    #expect(await PushStateStoreConformance.brokenClaims { InMemoryPushStateStore() } == [])
    #expect(
      await PushTokenRegistryConformance.brokenClaims(of: { InMemoryPushTokenRegistry() }) {
        ($0 as? InMemoryPushTokenRegistry)?.tokens ?? []
      } == [])
    #expect(
      await NotificationSystemConformance.brokenClaims { says in
        let system = InMemoryNotificationSystem()
        system.answer = says ? .granted : .denied
        return system
      } == [])
  }

  private final class Forgetful: PushStateStore {
    func load() async throws(NotificationRefusal) -> [UInt8]? { nil }
    func save(_ bytes: [UInt8]) async throws(NotificationRefusal) {}
  }

  @Test("A store that forgets does not pass")
  func broken() async {
    #expect(await PushStateStoreConformance.brokenClaims { Forgetful() }.count == 2)
  }
}
