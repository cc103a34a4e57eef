import SecurityPolicy

/// Keychain items that can be read while the device is locked for good, or that leave the device with a backup although
/// the policy keeps them on it.
/// Source: Apple, kSecAttrAccessible values; MASWE-0004.
struct KeychainAccessibility: Rule {
  private static let always = [
    "kSecAttrAccessibleAlways", "kSecAttrAccessibleAlwaysThisDeviceOnly",
  ]
  private static let migrating = ["kSecAttrAccessibleWhenUnlocked", "kSecAttrAccessibleAfterFirstUnlock"]

  let manual = RuleManual(
    "keychain-accessibility", "Keychain items need the policy's accessibility class",
    reason: "The class decides when the system gives an item out and whether it moves to another device. The "
      + "`always` classes give it out before the first unlock, to whoever holds the device; classes without "
      + "ThisDeviceOnly go into backups and onto new devices.",
    fix: "Write the class of the policy: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly or a stricter one.",
    ids: [
      "O.Data_2", "O.Data_3", "MASVS-STORAGE-1", "MASWE-0004", "MASWE-0013", "CWE-522", "CWE-922",
    ],
    violating: [
      RuleExample(
        "an item for everybody", lines: [4],
        """
        let query: [String: Any] = [
          kSecClass as String: kSecClassGenericPassword,
          kSecValueData as String: data,
          kSecAttrAccessible as String: kSecAttrAccessibleAlways,
        ]
        SecItemAdd(query as CFDictionary, nil)
        """),
      RuleExample(
        "a class in a constant of another name", lines: [1],
        """
        let itemClass = kSecAttrAccessibleAlwaysThisDeviceOnly
        func add(_ q: NSMutableDictionary) { q[kSecAttrAccessible as String] = itemClass }
        """),
      RuleExample(
        "a library's word for it", lines: [1], #"let chain = Keychain(service: "a").accessibility(.always)"#),
      RuleExample(
        "a class that goes into backups", lines: [1], "query[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlocked"),
    ],
    conforming: [
      RuleExample(
        "a class that stays", "query[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly"),
      RuleExample(
        "the library's class that stays",
        #"let chain = Keychain(service: "a").accessibility(.whenUnlockedThisDeviceOnly)"#),
      RuleExample(
        "a map between classes", "switch value { case kSecAttrAccessibleWhenUnlocked: a()\n default: b() }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for place in unit.mentions(Self.always) where isWritten(place) {
      record.flaw(
        manual, at: place, .error,
        "A keychain item of this class is given out while the device is locked; the policy asks for "
          + "\(project.policy.storage.accessibility.rawValue).")
    }
    for call in unit.calls("accessibility", "withAccessibility", "setAccessibility") {
      guard let value = call.argument(at: 0), value.kind == .member, value.name.hasPrefix("always") else { continue }
      record.flaw(manual, at: call, .error, "Keychain items of this class are given out while the device is locked.")
    }
    guard project.policy.storage.accessibility.rawValue.hasSuffix("ThisDeviceOnly") else { return }
    for place in unit.mentions(Self.migrating) where isWritten(place) {
      record.flaw(
        manual, at: place, project.policy.environments.isEmpty ? .note : .warning,
        "A keychain item of this class goes into backups; the policy asks for "
          + "\(project.policy.storage.accessibility.rawValue).")
    }
  }

  /// In a query, an assignment or a constant; not a label of a switch, not a comparison.
  private func isWritten(_ place: Expression) -> Bool {
    var top = place
    while let parent = top.parent {
      if parent.kind == .binary, parent.name == "==" || parent.name == "!=" { return false }
      top = parent
    }
    if top == place || top.kind == .member || top.kind == .cast {
      return !place.owner.steps.contains { $0.value == top.id && $0.kind != .evaluate }
    }
    return true
  }
}
