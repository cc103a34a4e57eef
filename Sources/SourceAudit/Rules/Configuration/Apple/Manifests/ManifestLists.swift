import UntrustedInput

/// The property lists that manifests of Tuist write in place of files: of each target what it is given, of each function
/// that makes targets once for every call; and what reads like a list and goes nowhere that is known.
struct ManifestLists {
  /// Values that are looked at, in all manifests together.
  private static let mostSteps = 100_000
  private static let mostCalls = 24
  private static let mostOuterCalls = 4
  private static let kinds: [String: PropertyList.Kind] = ["infoPlist": .info, "entitlements": .entitlements]
  private static let privacyKeys = [
    "tracking": "NSPrivacyTracking", "trackingDomains": "NSPrivacyTrackingDomains",
    "collectedDataTypes": "NSPrivacyCollectedDataTypes", "accessedApiTypes": "NSPrivacyAccessedAPITypes",
  ]
  private static let entitlements: Set<String> = ["get-task-allow", "aps-environment", "keychain-access-groups"]

  private(set) var found: [PropertyList] = []
  private let project: Project
  private let units: [SourceUnit]
  private var steps = ManifestLists.mostSteps
  /// Dictionaries that have their place in a list.
  private var read: Set<Expression> = []

  init(_ project: Project) {
    self.project = project
    units = project.units(importing: Project.manifestModule)
    for unit in units {
      for call in unit.all(.call) { readCall(call) }
    }
    for unit in units { readRest(of: unit) }
  }

  private mutating func readCall(_ call: Expression) {
    let isPrivacy = ["privacyManifest", "PrivacyManifest"].contains(call.calledName)
    let given = call.arguments.filter { Self.kinds[$0.label] != nil }
    guard steps > 0, isPrivacy || !given.isEmpty, project.manifestFunctions(calledBy: call).isEmpty else { return }
    for frame in frames(around: call, depth: 0) {
      if isPrivacy { readPrivacy(call, frame) }
      for (label, value) in given { readList(value, Self.kinds[label] ?? .info, of: call, frame) }
    }
  }

  /// One for each way that leads to the place through functions.
  private func frames(around place: Expression, depth: Int) -> [ManifestReader.Frame?] {
    guard depth < 3, let function = place.owner.enclosingFunction, function.kind != .accessor,
      !function.parameters.isEmpty
    else { return [nil] }
    let calls = project.manifestCallers(of: function, in: units)
    var found: [ManifestReader.Frame?] = []
    for call in calls.prefix(depth == 0 ? Self.mostCalls : Self.mostOuterCalls) {
      for outer in frames(around: call, depth: depth + 1) {
        found.append(ManifestReader.Frame(function, call: call, receiver: call.receiver, outer: outer))
      }
    }
    return found.isEmpty ? [nil] : found
  }

  private mutating func readList(
    _ value: Expression, _ kind: PropertyList.Kind, of call: Expression, _ frame: ManifestReader.Frame?
  ) {
    var reader = ManifestReader(project, steps: steps)
    let target = ManifestTarget(call, frame, &reader)
    let context = ManifestReader.Context(frame: frame, isForDebug: target.isForDebug)
    let node = reader.node(of: value, in: context)
    let isUnknown = node == nil && !reader.isWhole && !reader.lacksCaller
    if let node, var members = node.members, !members.isEmpty || !reader.isWhole {
      if reader.extendsDefault { members += target.defaults(beside: members, at: node.position) }
      keep(PropertyListNode(.dictionary(members), at: node.position), kind, value.unit, target.isForDebug, reader)
    } else if isUnknown {
      let place = reader.position(of: value, context)
      keep(PropertyListNode(.dictionary([]), at: place), kind, value.unit, target.isForDebug, reader)
    } else {
      close(reader)
    }
  }

  private mutating func readPrivacy(_ call: Expression, _ frame: ManifestReader.Frame?) {
    var reader = ManifestReader(project, steps: steps)
    let context = ManifestReader.Context(frame: frame)
    var members: [PropertyListMember] = []
    for (label, value) in call.arguments {
      guard let name = Self.privacyKeys[label] else { continue }
      let place = reader.position(of: value, context)
      let node = reader.node(of: value, in: context)
      members.append(PropertyListMember(name, node ?? .unknown(at: place), at: place))
    }
    let place = reader.position(of: call, context)
    keep(PropertyListNode(.dictionary(members), at: place), .privacy, call.unit, false, reader)
  }

  /// Dictionaries with keys of such lists that no target is seen to have.
  private mutating func readRest(of unit: SourceUnit) {
    // The outer ones stand behind what is in them.
    for literal in unit.all(.dictionary).reversed() where !read.contains(literal) {
      let keys = Self.keys(of: literal)
      guard steps > 0, keys.contains(where: Self.isKey) else { continue }
      var reader = ManifestReader(project, steps: steps)
      guard let node = reader.node(of: literal, in: ManifestReader.Context()) else { continue }
      let isEntitlements = keys.contains { $0.hasPrefix("com.apple.") || Self.entitlements.contains($0) }
      keep(node, isEntitlements ? .entitlements : .info, unit, false, reader)
    }
  }

  private static func keys(of literal: Expression) -> [String] {
    let entries = Array(literal.list)
    return stride(from: 0, to: entries.count, by: 2).compactMap { row in
      literal.unit.expression(entries[row].value)?.plainText
    }
  }

  private static func isKey(_ name: String) -> Bool {
    ["NS", "UI", "CF", "LS", "com.apple."].contains { name.hasPrefix($0) } || entitlements.contains(name)
  }

  private mutating func keep(
    _ root: PropertyListNode, _ kind: PropertyList.Kind, _ unit: SourceUnit, _ isForDebug: Bool,
    _ reader: ManifestReader
  ) {
    close(reader)
    found.append(
      PropertyList(
        unit.text, root, kind, parts: reader.parts, isShipped: unit.role == .app && !isForDebug,
        isWhole: reader.isWhole))
  }

  private mutating func close(_ reader: ManifestReader) {
    steps = reader.steps
    read.formUnion(reader.dictionaries)
  }
}
