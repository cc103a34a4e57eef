import SecurityPolicy
import Testing

@Suite struct StorageMapTests {
  @Test("Every type has its standard place, and a password has none")
  func standard() {
    let map = StorageMap()
    let places = DataType.allCases.map { "\($0.rawValue): \(map.place(of: $0).rawValue)" }
    #expect(
      places == [
        "authenticationToken: secretStore", "password: nowhere", "pinHash: secretStore",
        "deviceIdentifier: secretStore", "cryptographicKey: secretStore", "appData: sealedRecords",
        "medicalOriginal: nowhere", "userSetting: preferences", "apiResponse: memoryCache", "image: diskCache",
      ])
  }

  @Test("A choice is kept exactly when the floor allows it", arguments: DataType.allCases, StoragePlace.allCases)
  func choice(_ type: DataType, _ place: StoragePlace) throws {
    var map = StorageMap()
    if StorageMap.allowed(type).contains(place) {
      try map.choose(place, for: type)
      #expect(map.place(of: type) == place)
      #expect(throws: Never.self) { try map.require(type, in: place) }
    } else {
      #expect(throws: StorageRule(type: type, refused: place)) { try map.choose(place, for: type) }
      #expect(map == StorageMap())
    }
    for other in StoragePlace.allCases where other != map.place(of: type) {
      #expect(throws: StorageRule(type: type, refused: other)) { try map.require(type, in: other) }
    }
  }

  @Test("No secret may rest where it can be read or is thrown away, and everything may rest nowhere")
  func floor() {
    for type in [DataType.authenticationToken, .pinHash, .deviceIdentifier, .cryptographicKey, .password] {
      let open: Set<StoragePlace> = [.preferences, .diskCache, .memoryCache, .sealedRecords]
      #expect(open.isDisjoint(with: StorageMap.allowed(type)))
    }
    for type in [DataType.appData, .medicalOriginal] {
      #expect(Set(StorageMap.allowed(type)).isSubset(of: [.sealedRecords, .nowhere]))
    }
    #expect(DataType.allCases.allSatisfy { StorageMap.allowed($0).contains(.nowhere) })
  }

  @Test("Choosing the standard place again is the same as never having chosen")
  func canonical() throws {
    var map = StorageMap()
    try map.choose(.nowhere, for: .pinHash)
    #expect(map != StorageMap())
    try map.choose(.secretStore, for: .pinHash)
    #expect(map == StorageMap())
  }

  @Test("A broken rule is told by its name in the policy and by what is allowed")
  func rule() {
    let rule = StorageRule(type: .userSetting, refused: .diskCache)
    #expect(rule.name == "storage.places.userSetting")
    #expect(
      rule.description == "storage.places.userSetting: userSetting may not rest in diskCache; "
        + "a policy may choose among: preferences, sealedRecords, secretStore, nowhere")
  }
}
