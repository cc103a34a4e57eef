import SecurityPolicy

/// Keychain items that can be read while the device is locked for good, or that leave the device with a backup although
/// the policy keeps them on it.
/// Source: Apple, kSecAttrAccessible values; MASWE-0004.
struct KeychainAccessibility: Rule {
  static let always = [
    "kSecAttrAccessibleAlways", "kSecAttrAccessibleAlwaysThisDeviceOnly",
  ]
  static let migrating = ["kSecAttrAccessibleWhenUnlocked", "kSecAttrAccessibleAfterFirstUnlock"]

  static let every =
    always + migrating + [
      "kSecAttrAccessibleWhenUnlockedThisDeviceOnly", "kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly",
      "kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly",
    ]
  /// Classes that stay on the device, the loosest first, in the words of the policy.
  private static let staying = [
    "afterFirstUnlockThisDeviceOnly", "whenUnlockedThisDeviceOnly", "whenPasscodeSetThisDeviceOnly",
  ]

  let manual = RuleManual(
    "keychain-accessibility", "Keychain items need the policy's accessibility class",
    reason: "The class decides when the system gives an item out and whether it moves to another device. The "
      + "`always` classes give it out before the first unlock, to whoever holds the device; classes without "
      + "ThisDeviceOnly go into backups and onto new devices.",
    fix: "Write the class of the policy: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly or a stricter one.",
    ids: [
      "O.Data_14", "O.Data_15", "MASVS-STORAGE-1", "MASWE-0004", "MASWE-0013", "CWE-522", "CWE-922",
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
      RuleExample(
        "no class, and a copy for every device", lines: [2, 3],
        """
        func add(_ data: Data) {
          let query = [kSecClass: kSecClassGenericPassword, kSecValueData: data, kSecAttrSynchronizable: kCFBooleanTrue!]
          SecItemAdd(query as CFDictionary, nil)
        }
        """),
      RuleExample(
        "a library's words for both", lines: [2, 3],
        """
        let chain = Keychain(service: "a")
          .accessibility(.afterFirstUnlock)
          .synchronizable(true)
        """),
      RuleExample(
        "one of many constants", lines: [2],
        """
        enum Level {
          static let lax = kSecAttrAccessibleAlways
          static let plain = kSecAttrAccessibleWhenUnlocked
          static let strict = kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
        }
        func add() { query[kSecAttrAccessible as String] = Level.lax }
        """),
    ],
    conforming: [
      RuleExample(
        "a class that stays", "query[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly"),
      RuleExample(
        "the library's class that stays",
        #"let chain = Keychain(service: "a").accessibility(.whenUnlockedThisDeviceOnly)"#),
      RuleExample(
        "an item whose class is added, and one whose query comes from elsewhere",
        """
        func one(_ data: Data) {
          var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecValueData: data]
          query[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
          SecItemAdd(query as CFDictionary, nil)
        }
        func two(_ query: CFDictionary) { SecItemAdd(query, nil) }
        """),
      RuleExample(
        "a search through all copies", "let query = [kSecAttrSynchronizable: kSecAttrSynchronizableAny]"),
      RuleExample(
        "a map between classes", "switch value { case kSecAttrAccessibleWhenUnlocked: a()\n default: b() }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for place in unit.mentions(Self.always) where isWritten(place) {
      record.flaw(
        manual, at: place, .error,
        "A keychain item of this class is given out while the device is locked; the policy asks for "
          + "\(project.policy.storage.accessibility.rawValue).", edits: edits(place, project))
    }
    for value in unit.mentions("always", "alwaysThisDeviceOnly", "accessibleAlways", "accessibleAlwaysThisDeviceOnly") {
      guard let call = value.parent, call.kind == .call,
        let label = call.arguments.first(where: { $0.value == value })?.label,
        label.lowercased().contains("access") || call.calledName.lowercased().contains("accessib")
      else { continue }
      record.flaw(manual, at: value, .error, "Keychain items of this class are given out while the device is locked.")
    }
    guard let required = Self.staying.firstIndex(of: project.policy.storage.accessibility.rawValue) else { return }
    for (strictness, word) in Self.staying.enumerated() {
      let name = "kSecAttrAccessible" + word.prefix(1).uppercased() + word.dropFirst()
      for place in unit.mentions([name]) where isWritten(place) {
        guard strictness < required else {
          record.control("a keychain item stays on this device", manual, at: place)
          continue
        }
        record.flaw(
          manual, at: place, project.severityOfContradiction,
          "This class is \(word); the policy's storage.accessibility is \(Self.staying[required]).",
          edits: edits(place, project))
      }
    }
    for place in unit.mentions(Self.migrating) where isWritten(place) {
      record.flaw(
        manual, at: place, project.severityOfContradiction,
        "A keychain item of this class goes into backups; the policy asks for "
          + "\(project.policy.storage.accessibility.rawValue).", edits: edits(place, project))
    }
    let writes = KeychainWrites(unit: unit, project: project)
    for part in writes.classes where !isWritten(part.constant) {
      let isAlways = Self.always.contains(part.constant.name)
      guard isAlways || Self.migrating.contains(part.constant.name) else { continue }
      record.flaw(
        manual, at: part.constant.unit === unit ? part.constant : part.value,
        isAlways ? .error : project.severityOfContradiction,
        "\(part.constant.name) is written for an item; the policy asks for "
          + "\(project.policy.storage.accessibility.rawValue).")
    }
    for place in writes.migratingWords {
      record.flaw(
        manual, at: place, project.severityOfContradiction, "Keychain items of this class go into backups.")
    }
    for place in writes.unclassed {
      record.flaw(
        manual, at: place, project.severityOfContradiction,
        "This item has no class: it gets kSecAttrAccessibleWhenUnlocked, which goes into backups.",
        confidence: .medium)
    }
    for place in writes.synchronized {
      record.flaw(
        manual, on: place, project.severityOfContradiction,
        "This item is copied to every device of the account; the policy asks for "
          + "\(project.policy.storage.accessibility.rawValue).")
    }
  }

  /// The policy's class in the place of another.
  private func edits(_ place: Expression, _ project: Project) -> [SourceEdit] {
    let accessibility = project.policy.storage.accessibility
    guard !accessibility.isInsecure, let first = accessibility.rawValue.first else { return [] }
    return place.renaming(to: "kSecAttrAccessible" + first.uppercased() + accessibility.rawValue.dropFirst())
  }

  /// In a query, an assignment or a constant; not a label of a switch, not a comparison.
  func isWritten(_ place: Expression) -> Bool {
    var top = place
    while let parent = top.parent {
      if parent.kind == .binary, parent.name == "==" || parent.name == "!=" { return false }
      top = parent
    }
    let function = place.owner.enclosingFunction
    // A table from one set of words to another takes none of them by itself.
    let isInTable = unitMentions(place).count { $0.owner.enclosingFunction == function } > 2
    if top == place || [.member, .cast, .conditional].contains(top.kind) {
      return !isInTable && !place.owner.steps.contains { $0.value == top.id && $0.kind == .condition }
    }
    return true
  }

  private func unitMentions(_ place: Expression) -> [Expression] { place.unit.mentions(Self.every) }
}
