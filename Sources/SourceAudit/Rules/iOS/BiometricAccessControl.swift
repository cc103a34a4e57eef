/// Access control that a passcode opens, or that a finger enrolled later opens.
struct BiometricAccessControl: Rule {
  private static let fallbacks: Set<String> = ["userPresence", "devicePasscode", "or"]
  private static let anyone: Set<String> = ["biometryAny", "touchIDAny"]
  private static let current: Set<String> = ["biometryCurrentSet", "touchIDCurrentSet"]

  let manual = RuleManual(
    "biometric-access-control", "Access control has to hold for the fingers and faces that are enrolled now",
    reason: "biometryAny keeps an item readable after somebody who knows the passcode has enrolled another finger; "
      + "userPresence and devicePasscode let the passcode alone open it.",
    fix: "Use .biometryCurrentSet with kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly.",
    ids: [
      "O.Auth_3", "O.Cryp_6", "MASVS-AUTH-2", "MASWE-0045", "MASWE-0046", "MASTG-TEST-0268", "MASTG-TEST-0269",
      "MASTG-TEST-0270", "MASTG-TEST-0271", "CWE-287", "CWE-308",
    ],
    violating: [
      RuleExample(
        "any finger, call over several lines", lines: [4],
        """
        let control = SecAccessControlCreateWithFlags(
          nil,
          kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
          .biometryAny,
          &error)
        """),
      RuleExample(
        "the passcode, in a constant", lines: [2],
        """
        let flags: SecAccessControlCreateFlags = [.privateKeyUsage, .userPresence]
        let control = SecAccessControlCreateWithFlags(nil, level, flags, nil)
        """),
    ],
    conforming: [
      RuleExample(
        "the current set", "let control = SecAccessControlCreateWithFlags(nil, level, .biometryCurrentSet, nil)"),
      RuleExample(
        "a password of the app's own",
        "let control = SecAccessControlCreateWithFlags(nil, level, [.applicationPassword], nil)"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("SecAccessControlCreateWithFlags") {
      guard let flags = call.argument(at: 2) else { continue }
      let passed = project.origins(of: flags, reach: .influence).passed
      let added = passed.filter { $0.kind == .name }.flatMap { inserted(into: $0, project) }
      let members = (passed + added).filter { $0.kind == .member }
      let names = Set(members.map(\.name))
      if !names.isDisjoint(with: Self.anyone) {
        record.flaw(
          manual, at: flags, .warning, "A finger or face that is enrolled later opens this item, too.",
          edits: edits(members))
      } else if !names.isDisjoint(with: Self.fallbacks) {
        record.flaw(manual, at: flags, .warning, "The passcode alone opens this item.", edits: edits(members))
      } else if !names.isDisjoint(with: Self.current), project.isTaken(call) {
        record.control("a keychain item is bound to the enrolled fingers and faces", manual, at: call)
      }
    }
    for call in unit.calls("accessibility") {
      guard let flags = call.argument("authenticationPolicy") else { continue }
      let places = project.origins(of: flags, reach: .influence).passed.filter { $0.kind == .member }
      guard let place = places.first(where: { Self.anyone.contains($0.name) || Self.fallbacks.contains($0.name) })
      else {
        continue
      }
      record.flaw(
        manual, at: place, .warning, "The passcode, or a finger that is enrolled later, opens this item, too.")
    }
  }

  /// The enrolled fingers and faces in the place of each loose flag; none where flags are alternatives of each other.
  private func edits(_ members: [Expression]) -> [SourceEdit] {
    let loose = members.filter { Self.anyone.contains($0.name) || Self.fallbacks.contains($0.name) }
    guard !loose.contains(where: { $0.name == "or" }), Set(loose).count == 1 else { return [] }
    return loose[0].renaming(to: "biometryCurrentSet")
  }

  /// `flags.insert(.biometryAny)`, `flags.formUnion([…])`.
  private func inserted(into flags: Expression, _ project: Project) -> [Expression] {
    guard let declaration = project.declarations(of: flags).first, !declaration.flags.contains(.isConstant) else {
      return []
    }
    return declaration.unit.mentions([flags.name]).flatMap { mention -> [Expression] in
      guard let member = mention.parent, member.kind == .member,
        ["insert", "formUnion", "union"].contains(member.name),
        let call = member.parent, call.kind == .call, project.declarations(of: mention).first == declaration
      else { return [] }
      return call.arguments.flatMap { project.origins(of: $0.value, reach: .influence).passed }
    }
  }
}
