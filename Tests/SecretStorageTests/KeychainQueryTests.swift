import SecretStorage
import SecurityPolicy
import Testing

@Suite struct KeychainQueryTests {
  private let place = KeychainPlace(service: "example", accessGroup: "TEAM.group")

  private func name() throws -> SecretName { try #require(SecretName("token")) }

  private func everyQuery(_ place: KeychainPlace) throws -> [KeychainQuery] {
    [
      try .add(name(), to: place, access: AccessRequirement()), .read(try name(), in: place, prompt: .forbidden),
      try .update(name(), in: place, access: AccessRequirement(), prompt: .bound), .delete(try name(), in: place),
      .list(place, prompt: .forbidden), .addProbe(to: place), .readProbe(in: place), .updateProbe(in: place),
    ]
  }

  @Test("Every query names class, service, group, synchronizability and the data-protection keychain")
  func always() throws {
    for query in try everyQuery(place) {
      let attributes = query.attributes
      #expect(attributes[.itemClass] == .genericPassword)
      #expect(attributes[.service] == .text("example"))
      #expect(attributes[.accessGroup] == .text("TEAM.group"))
      #expect(attributes[.synchronizable] == .flag(false))
      #expect(attributes[.dataProtectionKeychain] == .flag(true))
    }
    for query in try everyQuery(KeychainPlace(service: "example")) { #expect(query.attributes[.accessGroup] == nil) }
  }

  @Test("Only a list leaves the account open; the probe's account is no secret's name")
  func accounts() throws {
    for query in try everyQuery(place) {
      guard query.operation != .list else {
        #expect(query.attributes[.account] == nil)
        continue
      }
      guard case .text(let account) = try #require(query.attributes[.account]) else {
        Issue.record("an account that is no text")
        return
      }
      #expect(account == "token" || SecretName(account) == nil)
    }
  }

  @Test("Told to, a query matches iCloud Keychain; what it stores stays on the device")
  func everywhere() throws {
    let place = KeychainPlace(service: "example", synchronization: .everywhere)
    for query in try everyQuery(place) {
      switch query.operation {
      case .read, .delete, .list: #expect(query.attributes[.synchronizable] == .either)
      case .add, .update: #expect(query.attributes[.synchronizable] == .flag(false))
      }
    }
  }

  @Test("Accessibility and access control never stand together, and one of them always does")
  func access() throws {
    for accessibility in StorageRequirement.Accessibility.allCases {
      for presence in AccessRequirement.Presence.allCases {
        let access = AccessRequirement(accessibility, presence: presence)
        guard let add = try? KeychainQuery.add(name(), to: place, access: access) else {
          #expect(accessibility.isInsecure && presence != .notAsked)
          continue
        }
        let changes = try KeychainQuery.update(name(), in: place, access: access, prompt: .bound).changes
        for stored in [add.attributes, changes] {
          #expect(stored[.valueData] == .secret)
          if presence == .notAsked {
            #expect(stored[.accessible] == .accessibility(accessibility))
            #expect(stored[.accessControl] == nil)
          } else {
            #expect(stored[.accessControl] == .accessControl(access))
            #expect(stored[.accessible] == nil)
          }
        }
      }
    }
  }

  @Test("An item that may leave the device and yet asks for its owner is refused")
  func unenforceable() throws {
    let access = AccessRequirement(.insecureMigratingWhenUnlocked, presence: .owner)
    #expect(throws: StorageError.unenforceable(access)) { try KeychainQuery.add(name(), to: place, access: access) }
    #expect(throws: StorageError.unenforceable(access)) {
      try KeychainQuery.update(name(), in: place, access: access, prompt: .bound)
    }
  }

  @Test("An update changes bytes and access, and searches with neither")
  func update() throws {
    let query = try KeychainQuery.update(name(), in: place, access: AccessRequirement(), prompt: .forbidden)
    #expect(Set(query.changes.keys) == [.valueData, .accessible])
    #expect(
      Set(query.attributes.keys).isDisjoint(with: [.valueData, .accessible, .accessControl, .matchLimit, .returnData]))
    for other in try everyQuery(place) where other.operation != query.operation && other.account == "token" {
      #expect(other.changes.isEmpty)
    }
  }

  @Test("A read wants one item's bytes, a list everyone's attributes and nobody's bytes")
  func results() throws {
    let read = KeychainQuery.read(try name(), in: place, prompt: .bound).attributes
    #expect(read[.matchLimit] == .one && read[.returnData] == .flag(true) && read[.returnAttributes] == nil)
    #expect(read[.authenticationContext] == .context(.bound))
    let list = KeychainQuery.list(place, prompt: .forbidden).attributes
    #expect(list[.matchLimit] == .all && list[.returnAttributes] == .flag(true) && list[.returnData] == nil)
    #expect(list[.authenticationContext] == .context(.forbidden))
    let delete = KeychainQuery.delete(try name(), in: place).attributes
    #expect(delete[.matchLimit] == nil && delete[.returnData] == nil)
  }
}
