import DataLifecycle
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct WipePlanTests {
  @Test("A plan that forgets a kind is refused and names every one that is missing", arguments: UserDataKind.allCases)
  func forgotten(kind: UserDataKind) throws {
    let others = UserDataKind.allCases.filter { $0 != kind }
    let absent = Dictionary(uniqueKeysWithValues: others.map { ($0, Verdict.Reason("none")) })
    #expect(throws: LifecycleError.unregistered([kind])) { try WipePlan(targets: [], absent: absent) }
    #expect(throws: LifecycleError.unregistered(UserDataKind.allCases)) { try WipePlan(targets: [], absent: [:]) }
  }

  @Test("An absence without a reason does not count")
  func emptyReason() throws {
    var absent = Dictionary(uniqueKeysWithValues: UserDataKind.allCases.map { ($0, Verdict.Reason("none")) })
    absent[.cookies] = ""
    #expect(throws: LifecycleError.unregistered([.cookies])) { try WipePlan(targets: [], absent: absent) }
  }

  @Test("A kind that is registered and declared absent is refused")
  func contradiction() throws {
    let target = InMemoryWipeTarget(name: try targetName("cookies"), kind: .cookies)
    let absent = Dictionary(uniqueKeysWithValues: UserDataKind.allCases.map { ($0, Verdict.Reason("none")) })
    #expect(throws: LifecycleError.contradicting([.cookies])) { try WipePlan(targets: [target], absent: absent) }
  }

  @Test("Two targets of one name are refused")
  func twice() throws {
    let name = try targetName("files")
    let targets = [
      InMemoryWipeTarget(name: name, kind: .records), InMemoryWipeTarget(name: name, kind: .temporaryFiles),
    ]
    #expect(throws: LifecycleError.duplicateTarget(name)) { try plan(targets) }
  }

  @Test(
    "Names are short and of a narrow alphabet", arguments: ["", "A", "a b", "a/b", String(repeating: "a", count: 65)])
  func names(text: String) {
    #expect(WipeTargetName(text) == nil)
  }
}
