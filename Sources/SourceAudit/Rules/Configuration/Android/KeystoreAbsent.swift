import SecurityPolicy
import UntrustedInput

/// An app that encrypts with a key that it makes or reads by itself, and keeps none in the keystore: said once, where
/// the first such key comes from. A key that is handed in says nothing of that, and one out of a password lies nowhere.
/// Source: developer.android.com, Android Keystore system.
struct KeystoreAbsent: ProjectRule {
  private static let controls = [
    "MasterKey", "MasterKeys", "EncryptedSharedPreferences", "EncryptedFile", "AndroidKeysetManager", "KeyChain",
    "Mantlet",
  ]
  private static let store = "AndroidKeyStore"
  private static let makers: Set<String> = ["KeyGenerator", "KeyPairGenerator"]
  private static let pairCalls: Set<String> = ["generateKeyPair", "genKeyPair"]
  /// Calls that give bytes out of a generator or a file.
  private static let reads: Set<String> = [
    "generateSeed", "nextBytes", "readBytes", "readAllBytes", "readNBytes", "readText", "readString",
  ]
  private static let files: Set<String> = ["FileInputStream", "RandomAccessFile", "openFileInput", "newInputStream"]

  let manual = RuleManual(
    "keystore-absent", "Keys lie in the keystore of the device",
    reason: "A key that the app makes or reads by itself lies in its memory and its files: whoever reads those has it. "
      + "The keystore uses a key without giving it out, in hardware where the device has it.",
    fix: "Make the key with KeyGenParameterSpec in AndroidKeyStore, or wrap it with one that lies there.",
    ids: ["O.Cryp_6", "O.Cryp_7", "MASVS-CRYPTO-2", "MASWE-0014", "CWE-522"],
    violating: KeystoreAbsent.violating, conforming: KeystoreAbsent.conforming)

  func judge(_ project: Project, into record: inout AuditRecord) {
    let units = project.units.filter { $0.role == .app && AndroidRules.languages.contains($0.language) }
    let isKept = units.contains { unit in
      unit.row(of: Self.store) != nil || Self.controls.contains { isUsed($0, in: unit, project) }
    }
    guard !isKept, !isSpecified(units, project) else { return }
    for unit in units {
      let code = AndroidCode(unit: unit, project: project)
      for call in unit.calls("init") {
        guard let key = call.argument(at: 1), let cipher = code.receiver(of: call),
          project.type(of: cipher) == "Cipher"
        else { continue }
        guard let way = steps(toOwn: key, project), let made = way.last else { continue }
        return record.flaw(
          manual, on: made, .note,
          "The app encrypts with a key that it makes or reads here by itself, and no key of it lies in the keystore.",
          confidence: .medium, way: way)
      }
    }
  }

  /// Whether a key is made by a specification of one of the keystore: one that nobody takes makes none.
  private func isSpecified(_ units: [SourceUnit], _ project: Project) -> Bool {
    let isWritten = units.contains { unit in KeystoreSpecs.types.contains { isUsed($0, in: unit, project) } }
    return isWritten && units.contains { KeystoreSpecs(project: project).areTaken(in: $0) }
  }

  /// Whether a file imports or calls it; what the project itself declares under the name keeps no key.
  private func isUsed(_ control: String, in unit: SourceUnit, _ project: Project) -> Bool {
    guard unit.row(of: control) != nil,
      !project.typeDeclarations(control).contains(where: { $0.kind == .type && $0.unit.role == .app })
    else { return false }
    return unit.importedNames.contains(control)
      || unit.mentions(control).contains { mention in
        var top = mention
        while let parent = top.parent, parent.kind == .member { top = parent }
        return top.parent.map { $0.kind == .call && $0.calleeID == top.id } ?? false
      }
  }

  /// From a key to what makes it or reads it, if that is the app without the keystore.
  private func steps(toOwn key: Expression, _ project: Project) -> [Expression]? {
    let origins = project.origins(of: key)
    for leaf in origins.leaves {
      if isOwn(leaf, project), !isWrapped(leaf, project) { return origins.way(to: leaf) }
      guard let pair = Self.pair(of: leaf) else { continue }
      let pairs = project.origins(of: pair)
      let made = pairs.leaves.first {
        Self.pairCalls.contains($0.calledName) && isOfOwnMaker($0, project) && !isWrapped($0, project)
      }
      if let made { return origins.way(to: leaf) + pairs.way(to: made) }
    }
    return nil
  }

  /// `pair.private`, `pair.getPrivate()`
  private static func pair(of half: Expression) -> Expression? {
    if half.kind == .member, half.name == "private" { return half.first }
    return half.calledName == "getPrivate" ? half.receiver : nil
  }

  private func isOwn(_ made: Expression, _ project: Project) -> Bool {
    guard made.kind == .call else { return false }
    if made.calledName == "generateKey" { return isOfOwnMaker(made, project) }
    guard project.resolvedTypeName(made.calledName) == "SecretKeySpec", let bytes = made.argument(at: 0) else {
      return false
    }
    let leaves = project.origins(of: bytes).leaves.filter { $0.kind == .call }
    return leaves.contains { leaf in
      if leaf.calledName == "getString" {
        return leaf.receiver.flatMap { project.type(of: $0) } == "SharedPreferences"
      }
      return Self.reads.contains(leaf.calledName) || isFilled(leaf, project)
    }
  }

  /// `KeyGenerator.getInstance("AES").generateKey()`; of a provider that is handed in nothing is known.
  private func isOfOwnMaker(_ call: Expression, _ project: Project) -> Bool {
    guard let maker = project.receiver(of: call) else { return false }
    return project.origins(of: maker).leaves.contains { leaf in
      guard leaf.kind == .call, leaf.calledName == "getInstance",
        Self.makers.contains(project.resolvedTypeName(leaf.receiver?.name ?? ""))
      else { return false }
      return leaf.argument(at: 1).map { !project.texts(of: $0).isEmpty } ?? true
    }
  }

  /// `ByteArray(32)` with `random.nextBytes(bytes)`, or with `file.read(bytes)` of a stream out of a file.
  private func isFilled(_ array: Expression, _ project: Project) -> Bool {
    guard ["ByteArray", "byte[]"].contains(array.calledName) else { return false }
    let code = AndroidCode(unit: array.unit, project: project)
    return array.unit.calls("nextBytes", "read", "readFully").contains { fill in
      guard let bytes = fill.argument(at: 0), project.origins(of: bytes).leaves.contains(array) else { return false }
      return fill.calledName == "nextBytes" || !code.words(of: code.receiver(of: fill)).isDisjoint(with: Self.files)
    }
  }

  /// Whether the key itself goes through a cipher: it serves one message, or lies sealed.
  private func isWrapped(_ made: Expression, _ project: Project) -> Bool {
    made.unit.calls("wrap", "doFinal").contains { call in
      guard let given = call.argument(at: 0) else { return false }
      return project.origins(of: given, reach: .influence).passed.contains(made)
    }
  }
}
