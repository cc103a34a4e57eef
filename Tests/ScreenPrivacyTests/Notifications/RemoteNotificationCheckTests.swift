import ScreenPrivacy
import SecurityPolicy
import Testing
import UntrustedInput

@Suite("Notifications that a server sends")
struct RemoteNotificationCheckTests {
  private func check(
    _ lockScreen: NotificationRequirement.LockScreen = .template, mutable: Bool = false
  ) -> RemoteNotificationCheck {
    var requirement = NotificationRequirement()
    requirement.lockScreen = lockScreen
    return RemoteNotificationCheck(
      RemoteNotificationRules(
        requirement, textKeys: ["DIARY_DUE"], dataKeys: ["screen", "pin", "count"], allowsMutableContent: mutable))
  }

  @Test(
    "Templates, keys of texts and named data may be sent",
    arguments: [
      #"{"aps":{"alert":"Es ist Zeit aufzustehen!","sound":"default","badge":1}}"#,
      #"{"aps":{"alert":{"title":"1 hour until bedtime","body":"New reminder"},"category":"targetLOT"},"screen":"diary"}"#,
      #"{"aps":{"alert":{"loc-key":"DIARY_DUE","loc-args":["3","07:05"]},"thread-id":"targetAET","interruption-level":"passive"}}"#,
      #"{"aps":{"content-available":1},"screen":"diary","count":3}"#,
      #"{"aps":{"alert":"New reminder","relevance-score":0.75}}"#, #"{"aps":{"relevance-score":1}}"#,
      #"{"message":{"token":"abc","notification":{"title":"Neue Erinnerung"},"data":{"screen":"diary"}}}"#,
      #"{"message":{"token":"abc","android":{"priority":"HIGH","ttl":"3600s","notification":{"body_loc_key":"DIARY_DUE","visibility":"PUBLIC","channel_id":"targetLOT"}}},"validate_only":true}"#,
      #"{"message":{"topic":"all","apns":{"headers":{"apns-priority":"5"},"payload":{"aps":{"content-available":1}}}}}"#,
    ])
  func allowed(payload: String) throws {
    let kind = try check().check(Array(payload.utf8))
    #expect(kind == (payload.hasPrefix(#"{"aps"#) ? .apns : .fcm))
    #expect(check().verdict(on: Array(payload.utf8)) == .holds)
  }

  @Test("Texts and names of templates that are written elsewhere can be named, and the policy takes the texts away")
  func elsewhere() throws {
    let payload = Array(#"{"aps":{"alert":"Il est temps","category":"lever"}}"#.utf8)
    func rules(_ lockScreen: NotificationRequirement.LockScreen) -> RemoteNotificationCheck {
      var requirement = NotificationRequirement()
      requirement.lockScreen = lockScreen
      return RemoteNotificationCheck(
        RemoteNotificationRules(requirement, names: ["lever"], texts: ["Il est temps"]))
    }
    #expect(try rules(.template).check(payload) == .apns)
    #expect(throws: RemoteNotificationRefusal.self) { try check().check(payload) }
    #expect(throws: RemoteNotificationRefusal.self) { try rules(.generic).check(payload) }
    #expect(throws: RemoteNotificationRefusal.self) { try rules(.none).check(payload) }
  }

  @Test(
    "Words that are those of no template are refused on every path to a screen",
    arguments: [
      (#"{"aps":{"alert":"Hallo Anna"}}"#, "aps.alert"),
      (#"{"aps":{"alert":"Es ist Zeit aufzustehen! "}}"#, "aps.alert"),
      (#"{"aps":{"alert":{"title":"Ihre Schlafstörung"}}}"#, "aps.alert.title"),
      (#"{"aps":{"alert":{"subtitle":"x"}}}"#, "aps.alert.subtitle"),
      (#"{"aps":{"alert":{"body":"x"}}}"#, "aps.alert.body"),
      (#"{"aps":{"alert":{"loc-key":"DIARY_DUE","loc-args":["Anna"]}}}"#, "aps.alert.loc-args"),
      (#"{"aps":{"alert":{"loc-key":"DIARY_DUE","loc-args":["24:00"]}}}"#, "aps.alert.loc-args"),
      (#"{"aps":{"alert":{"loc-key":"DIARY_DUE","title-loc-args":["123"]}}}"#, "aps.alert.title-loc-args"),
      (#"{"aps":{"sound":"hello anna"}}"#, "aps.sound"),
      (#"{"aps":{},"screen":"Hallo Anna, wie geht es"}"#, "data"),
      (#"{"message":{"notification":{"title":"Hallo"}}}"#, "message.notification.title"),
      (#"{"message":{"notification":{"body":"Hallo"}}}"#, "message.notification.body"),
      (#"{"message":{"android":{"notification":{"ticker":"Hallo"}}}}"#, "message.android.notification.ticker"),
      (
        #"{"message":{"android":{"notification":{"body_loc_args":["Anna"]}}}}"#,
        "message.android.notification.body_loc_args"
      ),
      (#"{"message":{"apns":{"payload":{"aps":{"alert":"Hallo"}}}}}"#, "aps.alert"),
      (#"{"message":{"topic":"Hallo Anna"}}"#, "message.topic"), (#"{"message":{"topic":""}}"#, "message.topic"),
      (#"{"message":{"topic":"anna@mail.example"}}"#, "message.topic"),
    ])
  func freeText(payload: String, path: String) {
    let error = #expect(throws: RemoteNotificationRefusal.self) { try check().check(Array(payload.utf8)) }
    guard case .freeText(path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "Names and keys that nobody listed are refused",
    arguments: [
      #"{"aps":{"alert":{"loc-key":"OTHER"}}}"#, #"{"aps":{"category":"anna"}}"#, #"{"aps":{"thread-id":"chat-anna"}}"#,
      #"{"message":{"android":{"collapse_key":"anna"}}}"#, #"{"message":{"android":{"notification":{"tag":"anna"}}}}"#,
    ])
  func names(payload: String) {
    let error = #expect(throws: RemoteNotificationRefusal.self) { try check().check(Array(payload.utf8)) }
    guard case .unknownName = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "What only steers the delivery carries nothing about a person",
    arguments: [
      #"{"apns":{"headers":{"apns-topic":"anna@mail.example"}}}"#, #"{"apns":{"headers":{"apns-topic":"anna meier"}}}"#,
      #"{"apns":{"headers":{"apns-priority":"anna"}}}"#, #"{"apns":{"headers":{"apns-push-type":"anna"}}}"#,
      #"{"apns":{"headers":{"apns-expiration":"49170123456789"}}}"#, #"{"apns":{"headers":{"apns-expiration":"-1"}}}"#,
      #"{"android":{"ttl":"491701234567s"}}"#, #"{"android":{"ttl":"+5s"}}"#, #"{"android":{"ttl":"s"}}"#,
      #"{"token":"anna@mail.example"}"#, #"{"token":""}"#, #"{"token":"anna meier"}"#,
    ])
  func delivery(message: String) {
    let payload = Array((#"{"message":"# + message + "}").utf8)
    let error = #expect(throws: RemoteNotificationRefusal.self) { try check().check(payload) }
    guard case .wrongType = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Headers that a sender needs are taken")
  func headers() throws {
    let payload =
      #"{"message":{"token":"fMEP0vJqS0:APA91b-x_9","android":{"ttl":"2419200s"},"apns":{"headers":{"apns-priority":"10","#
      + #""apns-push-type":"alert","apns-expiration":"1795000000","apns-topic":"org.example.sleep-diary"}}}}"#
    #expect(try check().check(Array(payload.utf8)) == .fcm)
  }

  @Test(
    "Keys that are not checked are not sent",
    arguments: [
      #"{"aps":{"content-state":{"name":"Anna"}}}"#, #"{"aps":{"alert":{"launch-image":"x"}}}"#,
      #"{"message":{"webpush":{}}}"#, #"{"message":{"notification":{"image":"https://x.example/anna.png"}}}"#,
      #"{"message":{"android":{"direct_boot_ok":true}}}"#, #"{"message":{},"other":1}"#,
      #"{"message":{"apns":{"fcm_options":{}}}}"#, #"{"message":{"apns":{"headers":{"apns-collapse-id":"anna"}}}}"#,
      #"{"message":{"fcm_options":{"analytics_label":"anna"}}}"#,
    ])
  func unknownKeys(payload: String) {
    let error = #expect(throws: RemoteNotificationRefusal.self) { try check().check(Array(payload.utf8)) }
    guard case .unknownKey = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Data is named, and looks like nothing that redaction would mask")
  func data() {
    func refusal(_ payload: String) -> RemoteNotificationRefusal? {
      do throws(RemoteNotificationRefusal) { try check().check(Array(payload.utf8)) } catch { return error }
      return nil
    }
    guard case .unknownDataKey = refusal(#"{"aps":{},"name":"x"}"#) else { Issue.record("unknown key"); return }
    for value in [
      "anna@mail.example",
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    ] {
      guard case .sensitive = refusal("{\"aps\":{},\"screen\":\"\(value)\"}") else {
        Issue.record("\(value)")
        continue
      }
    }
    guard case .sensitive = refusal(#"{"aps":{},"pin":"1234"}"#) else { Issue.record("pin"); return }
    guard case .sensitive = refusal(#"{"aps":{},"count":491701234567}"#) else { Issue.record("number"); return }
    for topic in ["01522881738", "AKIA" + "Q3EGRN7XJ5WP2MFK", "cGluPTEyMzQ"] {
      guard case .sensitive = refusal("{\"message\":{\"topic\":\"\(topic)\"}}") else {
        Issue.record("\(topic)")
        continue
      }
    }
    guard case .wrongType = refusal(#"{"aps":{},"screen":{"a":1}}"#) else { Issue.record("object"); return }
    guard case .wrongType = refusal(#"{"message":{"data":{"count":3}}}"#) else { Issue.record("fcm number"); return }
  }

  @Test("A notification that wakes the app shows nothing, and no extension writes other words unless allowed")
  func background() throws {
    let mixed = Array(#"{"aps":{"content-available":1,"alert":"New reminder"}}"#.utf8)
    #expect(throws: RemoteNotificationRefusal.mixedBackground(at: TextPosition(line: 1, column: 9))) {
      try check().check(mixed)
    }
    let mutable = Array(#"{"aps":{"alert":"New reminder","mutable-content":1}}"#.utf8)
    #expect(throws: RemoteNotificationRefusal.mutableContent(at: TextPosition(line: 1, column: 32))) {
      try check().check(mutable)
    }
    #expect(try check(mutable: true).check(mutable) == .apns)
  }

  @Test("The policy for the lock screen holds for the server, too")
  func policy() throws {
    let template = Array(#"{"aps":{"alert":"1 hour until bedtime"}}"#.utf8)
    let generic = Array(#"{"aps":{"alert":"New reminder"}}"#.utf8)
    let silent = Array(#"{"aps":{"sound":"default"}}"#.utf8)
    let open = Array(#"{"message":{"android":{"notification":{"visibility":"PUBLIC"}}}}"#.utf8)
    let passes = [template, generic, silent, open].map { payload in
      NotificationRequirement.LockScreen.allCases.filter { check($0).verdict(on: payload) == .holds }
    }
    #expect(passes == [[.template], [.template, .generic], [.template, .generic, .none], [.template]])
  }

  @Test("The form has limits")
  func limits() {
    for payload in ["{}", "[]", "1", #"{"notification":{"title":"x"}}"#] {
      #expect(throws: RemoteNotificationRefusal.notANotification) { try check().check(Array(payload.utf8)) }
    }
    for payload in ["", "{", #"{"aps":{},"aps":{}}"#] {
      let error = #expect(throws: RemoteNotificationRefusal.self) { try check().check(Array(payload.utf8)) }
      guard case .unreadable = error else {
        Issue.record("\(payload)")
        continue
      }
    }
    for payload in [
      #"{"aps":1}"#, #"{"message":1}"#, #"{"aps":{"badge":100}}"#, #"{"aps":{"content-available":2}}"#,
      #"{"aps":{"alert":1}}"#, #"{"aps":{"relevance-score":0.491522}}"#, #"{"aps":{"relevance-score":4915}}"#,
      #"{"aps":{"relevance-score":-0.5}}"#, #"{"aps":{"relevance-score":"1"}}"#, #"{"message":{"topic":1}}"#,
    ] {
      let error = #expect(throws: RemoteNotificationRefusal.self) { try check().check(Array(payload.utf8)) }
      guard case .wrongType = error else {
        Issue.record("\(payload)")
        continue
      }
    }
  }

  @Test("A refusal repeats nothing of the payload")
  func silent() {
    let payload = #"{"aps":{"alert":"Hallo Annegret"},"annegret":"annegret"}"#
    guard case .fails(let reason) = check().verdict(on: Array(payload.utf8)) else {
      Issue.record("passed")
      return
    }
    #expect(!reason.description.lowercased().contains("annegret") && reason.description.contains("aps.alert"))
  }
}
