import SecurityPolicy

/// Every unit of a project, and where each name is declared. Made once, read by all rules on all cores.
package final class Project: Sendable {
  /// Steps from a name to a declaration to a value and on; types behind more of them stay unknown.
  static let deepestType = 9

  /// Who asks for all of them rests on all of them.
  package var units: [SourceUnit] {
    if isTraced { Trace.current?.noteEverything() }
    return everyUnit
  }
  private let everyUnit: [SourceUnit]
  /// Whether judgements say what they rest on: ``Trace``.
  private let isTraced: Bool
  /// What is no code.
  package let documents: ProjectDocuments
  package let policy: Policy
  /// The day of the audit. Nil when nobody said it: then what had ended before the catalogues of MASTG that the rules go
  /// by has ended, and nothing else.
  package let today: PolicyDay?
  let index: ProjectIndex
  let knownTypes: AnswerCache<Expression, String?>
  private let knownLineages: AnswerCache<String, [String]>
  let knownCallers: AnswerCache<Declaration, Callers>
  let knownUses: AnswerCache<Declaration, Uses>
  let knownAssignments: AnswerCache<Declaration, [Expression]>
  let knownTargets: AnswerCache<TargetName, [Declaration: [Expression]]>
  /// The first places where a list is given to something.
  let knownHandovers: AnswerCache<Declaration, [Expression]>
  /// Whether another file fills a variable.
  let knownFillings: AnswerCache<Declaration, Bool>
  /// Whether the text of a type's value holds a secret.
  let knownShown: AnswerCache<PrintedSecrets.Place, Bool>
  /// Whether a type lists a text of its own in the text of its value.
  let knownWrappers: AnswerCache<Declaration, Bool>
  let knownBackupExclusions: AnswerCache<String, BackupExclusion.Known>
  private let knownImports: AnswerCache<String, Bool>
  /// Property lists that are no files.
  let knownLists: AnswerCache<String, [PropertyList]>
  private let knownBeginnings: AnswerCache<Bool, Bool>
  private let knownNames: AnswerCache<String, Bool>
  private let knownCrowds: AnswerCache<String, Bool>
  private let knownDefaults: AnswerCache<Bool, Set<String>>

  package convenience init(
    _ units: [SourceUnit], documents: ProjectDocuments = .init(), policy: Policy, today: PolicyDay? = nil
  ) {
    self.init(units, documents: documents, policy: policy, today: today, isTraced: false)
  }

  init(_ units: [SourceUnit], documents: ProjectDocuments, policy: Policy, today: PolicyDay?, isTraced: Bool) {
    everyUnit = units
    self.isTraced = isTraced
    self.documents = documents
    self.policy = policy
    self.today = today
    index = ProjectIndex(units, isTraced: isTraced)
    knownTypes = AnswerCache(isTraced: isTraced)
    knownLineages = AnswerCache(isTraced: isTraced)
    knownCallers = AnswerCache(isTraced: isTraced)
    knownUses = AnswerCache(isTraced: isTraced)
    knownAssignments = AnswerCache(isTraced: isTraced)
    knownTargets = AnswerCache(isTraced: isTraced)
    knownHandovers = AnswerCache(isTraced: isTraced)
    knownFillings = AnswerCache(isTraced: isTraced)
    knownShown = AnswerCache(isTraced: isTraced)
    knownWrappers = AnswerCache(isTraced: isTraced)
    knownBackupExclusions = AnswerCache(isTraced: isTraced)
    knownImports = AnswerCache(isTraced: isTraced)
    knownLists = AnswerCache(isTraced: isTraced)
    knownBeginnings = AnswerCache(isTraced: isTraced)
    knownNames = AnswerCache(isTraced: isTraced)
    knownCrowds = AnswerCache(isTraced: isTraced)
    knownDefaults = AnswerCache(isTraced: isTraced)
  }

  package func unit(_ number: Int) -> SourceUnit? { index.unit(number) }

  /// The type that a name stands for, through aliases.
  package func resolvedTypeName(_ text: String) -> String {
    index.resolved(Declaration.simpleTypeName(text))
  }

  /// The keys for which `register(defaults:)` gives a value when nothing is stored.
  var registeredDefaults: Set<String> { knownDefaults.answer(true) { findRegisteredDefaults() } }

  private func findRegisteredDefaults() -> Set<String> {
    var keys: Set<String> = []
    for call in units(holding: ["register"]).flatMap({ $0.calls("register") }) {
      guard let defaults = call.argument("defaults") else { continue }
      for leaf in origins(of: defaults).leaves where leaf.kind == .dictionary {
        let entries = leaf.values
        for row in stride(from: 0, to: entries.count - 1, by: 2) { keys.formUnion(texts(of: entries[row])) }
      }
    }
    return keys
  }

  /// Whether more types of the project have this name than anybody can tell apart.
  func isCrowded(_ type: String) -> Bool { knownCrowds.answer(type) { index.isCrowded(type) } }

  /// The names under which one of these types may be written: themselves and their aliases.
  package func spellings(of names: [String]) -> [String] {
    names + index.aliases.filter { names.contains($0.value) && !names.contains($0.key) }.map(\.key).sorted()
  }

  /// Whether any file imports something with this word between the dots of its name.
  package func imports(_ word: String) -> Bool {
    knownImports.answer(word) {
      // Rests on what all files import under this word, and on nothing else of them.
      if isTraced { Trace.current?.note(name: Trace.number(importing: word)) }
      return everyUnit.contains { unit in unit.imports.contains { $0.split(separator: ".").contains(word[...]) } }
    }
  }

  /// Files in which one of these names stands. Who asks rests on these names wherever they come and go, and on what it
  /// sees in these files.
  func units(holding names: [String]) -> [SourceUnit] {
    if isTraced { for name in names { Trace.current?.note(name: Trace.number(name, calls: true)) } }
    return everyUnit.filter { unit in names.contains { unit.ownRow(of: $0) != nil } }.compactMap { unit($0.number) }
  }

  /// Files in Swift that import a module, or something of it.
  func units(importing module: String) -> [SourceUnit] { index.units(importing: module) }

  /// Whether the system starts an app here: on Apple's platforms, or on Android.
  func beginsApp(onApple isApple: Bool) -> Bool {
    knownBeginnings.answer(isApple) {
      // Rests on which files do, and on what those are for.
      if isTraced { Trace.current?.note(name: Trace.number(beginningOnApple: isApple)) }
      return everyUnit.filter { $0.isOfApple == isApple && $0.beginsApp }.compactMap { unit($0.number) }
        .contains { $0.role == .app }
    }
  }

  /// Whether a file belongs to a Swift package: its manifest lies in a folder around it.
  func isInPackage(_ path: String) -> Bool {
    let name = "Package.swift"
    // Rests on who imports what only a manifest does.
    if isTraced { Trace.current?.note(name: Trace.number(importing: "PackageDescription")) }
    return everyUnit.contains { unit in
      guard unit.path.hasSuffix(name) else { return false }
      let folder = unit.path.dropLast(name.count)
      return (folder.isEmpty || folder.hasSuffix("/")) && path.hasPrefix(folder)
    }
  }

  /// Whether a name stands in any file, as whatever.
  func isNamed(_ name: String) -> Bool {
    knownNames.answer(name) {
      // Rests on who has the name, and on nothing else of them.
      if isTraced { Trace.current?.note(name: Trace.number(name, calls: true)) }
      return everyUnit.contains { $0.ownRow(of: name) != nil }
    }
  }

  package func isType(_ name: String) -> Bool { index.isType(name) }
  package func typeDeclarations(_ name: String) -> [Declaration] { index.types(name) }
  package func functions(_ name: String) -> [Declaration] { index.functions(name) }
  package func values(_ name: String) -> [Declaration] { index.values(name) }

  /// The type and everything above it, as far as the project declares it; the outside names are in the list too.
  package func lineage(of type: String) -> [String] {
    index.supertypes(of: type) == nil ? [type] : knownLineages.answer(type) { findLineage(of: type) }
  }

  /// The same for a type at its place: one without a name has nothing but what it inherits itself.
  package func lineage(of type: Declaration) -> [String] {
    guard type.name.isEmpty else { return lineage(of: resolvedTypeName(type.name)) }
    return index.supertypeNames(of: type).flatMap { lineage(of: $0) }
  }

  private func findLineage(of type: String) -> [String] {
    var found: [String] = []
    var waiting = [type]
    while let next = waiting.popLast(), found.count < 32 {
      guard !found.contains(next) else { continue }
      found.append(next)
      waiting += index.supertypes(of: next) ?? []
    }
    return found
  }

  /// Members with the name, in the type, its extensions and what it inherits from; of too many namesakes the nearest
  /// to a unit.
  package func members(_ name: String, of type: String, near unit: SourceUnit? = nil) -> [Declaration] {
    if let own = index.members(name, of: type, near: unit) { return own }
    guard index.supertypes(of: type) != nil else { return [] }
    return lineage(of: type).dropFirst().flatMap { index.members(name, of: $0, near: unit) ?? [] }
  }

  /// The same for a type at its place: one without a name shares its members with no other.
  func members(_ name: String, in type: Declaration) -> [Declaration] {
    guard type.name.isEmpty else { return members(name, of: type.name, near: type.unit) }
    let own = type.unit.ownRow(of: name).map { row in
      type.members.filter { [.function, .initializer, .property].contains($0.kind) && $0.record.name == row }
    }
    if let own, !own.isEmpty { return own }
    return lineage(of: type).flatMap { index.members(name, of: $0, near: type.unit) ?? [] }
  }
}
