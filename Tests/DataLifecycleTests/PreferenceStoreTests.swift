#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import DataLifecycle
import Dispatch
import Foundation
import SecurityTesting
import Testing

@Suite struct PreferenceStoreTests {
  @Test("File and twin keep every claim of the conformance suite")
  func conformance() throws {
    let place = try TestFolder()
    let broken = PreferenceStoreConformance.brokenClaims {
      PreferenceFile(folder: place.path + "/\(UUID().uuidString)")
    }
    #expect(broken == [])
    #expect(PreferenceStoreConformance.brokenClaims { InMemoryPreferences() } == [])
  }

  @Test("The wipe target keeps every claim of its conformance suite")
  func wipe() async throws {
    let place = try TestFolder()
    let broken = await WipeTargetConformance.brokenClaims {
      let store = PreferenceFile(folder: place.path + "/\(UUID().uuidString)")
      try store.set("1", of: #require(PreferenceName("a")))
      return PreferenceWipe(name: try targetName("preferences"), store: store)
    }
    #expect(broken == [])
  }

  @Test("The file is ours alone, survives a new opening, and is written whole")
  func file() throws {
    let place = try TestFolder()
    let name = try #require(PreferenceName("a"))
    let folder = place.path + "/preferences"
    try PreferenceFile(folder: folder).set("1", of: name)
    #expect(try PreferenceFile(folder: folder).text(of: name) == "1")
    #expect(place.mode("preferences/preferences.json") == 0o600 && place.mode("preferences") == 0o700)
    #expect(try place.files(in: "preferences") == ["preferences.json"])
  }

  @Test("Truncations and strangers' JSON are damage, not an empty store")
  func damage() throws {
    let place = try TestFolder()
    let store = PreferenceFile(folder: place.path + "/preferences")
    let name = try #require(PreferenceName("a"))
    try store.set("1", of: name)
    let bytes = try place.bytes("preferences/preferences.json")
    for length in 0..<bytes.count {
      try place.put(Array(bytes.prefix(length)), at: "preferences/preferences.json")
      #expect(throws: LifecycleError.preferencesDamaged) { try store.text(of: name) }
      #expect(throws: LifecycleError.preferencesDamaged) { try store.set("2", of: name) }
    }
    for text in ["[]", "{\"a\":1}", "{\"a\":\"1\",\"a\":\"2\"}", "\u{FEFF}{}"] {
      try place.put(Array(text.utf8), at: "preferences/preferences.json")
      #expect(throws: LifecycleError.preferencesDamaged) { try store.text(of: name) }
    }
    try store.removeAll()
    #expect(try store.entries().isEmpty)
  }

  @Test("A link in the file's place is refused")
  func link() throws {
    let place = try TestFolder()
    _ = try place.make("preferences")
    try place.put(Array("{}".utf8), at: "other")
    symlink(place.path + "/other", place.path + "/preferences/preferences.json")
    #expect(throws: LifecycleError.notPlain) { try PreferenceFile(folder: place.path + "/preferences").entries() }
  }

  @Test("Two who share the folder, as two processes do, lose no change of the other")
  func shared() throws {
    let place = try TestFolder()
    let folder = place.path + "/preferences"
    DispatchQueue.concurrentPerform(iterations: 2) { who in
      let store = PreferenceFile(folder: folder)
      for index in 0..<100 {
        guard let name = PreferenceName("key\(who).\(index)") else { return }
        #expect(throws: Never.self) { try store.set("\(index)", of: name) }
      }
    }
    #expect(try PreferenceFile(folder: folder).entries().count == 200)
    #expect(try place.files(in: "preferences") == ["preferences.json"])
  }

  @Test("Writers at the same time lose nothing")
  func concurrent() async throws {
    let place = try TestFolder()
    let store = PreferenceFile(folder: place.path + "/preferences")
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask {
          guard let name = PreferenceName("key\(index)") else { return }
          try? store.set("\(index)", of: name)
        }
      }
    }
    #expect(try store.entries().count == 20)
  }
}
