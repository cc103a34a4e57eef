import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct SecretStoreConformanceTests {
  @Test("The in-memory store keeps every claim that can be asked of it")
  func inMemory() async {
    let report = await SecretStoreConformance.judge(control: InMemorySecretStore.control) { InMemorySecretStore() }
    #expect(report.broken == [])
    #expect(report.held.count == 29)
    #expect(
      report.notApplicable == [
        "a second store on the same medium sees each completed write and delete (no way to open it again)",
        "adds through two stores on one medium keep one secret, and both give it back (no way to open it again)",
        "a refused requirement leaves no new name (the store enforces every requirement)",
      ])
  }

  @Test("Without controls the device's claims are not applicable, by name, and none of them held")
  func withoutControls() async {
    let report = await SecretStoreConformance.judge { InMemorySecretStore() }
    #expect(report.broken == [])
    #expect(report.held.count + report.notApplicable.count == 32)
    for word in ["locked is not missing", "full medium", "asks its owner", "biometric", "passcode", "first unlock"] {
      #expect(report.notApplicable.contains { $0.contains(word) }, "\(word)")
      #expect(!report.held.contains { $0.contains(word) && !$0.contains("after the first unlock") }, "\(word)")
    }
  }

  @Test("A store that enforces one requirement only is judged on that one")
  func plain() async {
    let report = await SecretStoreConformance.judge(control: FaultyStore.control) {
      FaultyStore { flaw in flaw.refuses = { $0 != AccessRequirement() } }
    }
    #expect(report.broken == [])
    #expect(report.held.contains("a refused requirement leaves no new name"))
    #expect(report.notApplicable.contains { $0.hasPrefix("locked is not missing") })
  }

  /// A flaw and the beginnings of the claims that it must break, each in a store that is sound otherwise.
  private static let flaws: [(String, @Sendable (FaultyStore.Flaw) -> Void, [String])] = [
    (
      "forgets every write", { $0.forgets = true },
      ["a read gives back", "an empty secret", "a write replaces", "names are sorted", "a reader beside a writer"]
    ),
    ("stops at a zero byte", { $0.cutsAtZero = true }, ["a read gives back the bytes written, all 256"]),
    ("takes an empty secret for none", { $0.dropsEmpty = true }, ["an empty secret"]),
    ("keeps the old end of a longer value", { $0.keepsTail = true }, ["a write replaces", "a reader beside a writer"]),
    ("does not sort", { $0.reverses = true }, ["names are sorted"]),
    ("does not know dots from hyphens", { $0.confusesNames = true }, ["names are sorted"]),
    ("fails on the second delete", { $0.failsOnMissing = true }, ["a deleted secret", "deleting what was never"]),
    ("accepts any size", { $0.limit = .max }, ["a secret over 64 KiB"]),
    ("refuses 64 KiB", { $0.limit = 4096 }, ["a secret of 64 KiB"]),
    (
      "removes before it refuses", { $0.removesBeforeRefusing = true },
      ["a secret over 64 KiB", "a write while locked", "a full medium"]
    ),
    ("lists what it refused", { $0.listsRefused = true }, ["a secret over 64 KiB", "a full medium"]),
    ("removes and then adds", { $0.gap = true }, ["a reader beside a writer"]),
    ("reads an older value now and then", { $0.flickers = true }, ["a reader beside a writer"]),
    ("mixes two writes", { $0.mixes = true }, ["writers of one name"]),
    ("loses writes of others", { $0.losesOthers = true }, ["writers of different names"]),
    ("keeps one item per requirement", { $0.duplicates = true }, ["a name whose requirement changes"]),
    ("takes locked for missing", { $0.lockedIsMissing = true }, ["locked is not missing", "before the first unlock"]),
    ("ignores the lock", { $0.ignoresLock = true }, ["locked is not missing", "a write while locked"]),
    (
      "never asks", { $0.neverAsks = true },
      ["a secret that asks its owner is given", "a secret that asks its owner is refused"]
    ),
    ("keeps secrets of an old face", { $0.keepsFace = true }, ["a changed biometric set"]),
    ("keeps secrets without a passcode", { $0.keepsWithoutPasscode = true }, ["without a passcode"]),
    ("refuses with the wrong requirement", { $0.misnames = true }, ["every requirement"]),
    ("is out of reach after a full medium", { $0.staysFull = true }, ["a full medium"]),
    ("adds over what is there", { $0.addsOver = true }, ["an add where there is a secret", "of many adds at once"]),
    ("looks first and adds then", { $0.looksThenAdds = true }, ["of many adds at once"]),
    ("adds nothing", { $0.addsNothing = true }, ["an add stores", "an add keeps", "of many adds at once"]),
    ("locks everything", { $0.locksEverything = true }, ["a secret for after the first unlock"]),
  ]

  @Test("Each flaw breaks the claims that name it", arguments: flaws.indices)
  func flaw(_ index: Int) async {
    let (name, plant, claims) = Self.flaws[index]
    // Some flaws are races: on a busy machine one run may pass them by.
    var broken: [String] = []
    for _ in 0..<5 where !claims.allSatisfy({ claim in broken.contains { $0.hasPrefix(claim) } }) {
      broken += await SecretStoreConformance.brokenClaims(control: FaultyStore.control) { FaultyStore(plant) }
    }
    for claim in claims { #expect(broken.contains { $0.hasPrefix(claim) }, "a store that \(name): \(broken)") }
    #expect(!broken.contains { $0.hasPrefix("an empty store") })
  }

  @Test("A faulty store without a flaw is sound, so a claim that breaks was broken by the flaw")
  func sound() async {
    let report = await SecretStoreConformance.judge(control: FaultyStore.control) { FaultyStore { _ in } }
    #expect(report.broken == [])
    #expect(report.held.count == 29)
  }
}
