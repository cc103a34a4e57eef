#if Audit
  import SwiftParser
  import SwiftSyntax

  /// What the files of a project say about names that other files use: text constants, and properties that hold a
  /// `UserDefaults`.
  struct SourceFacts: Sendable {
    struct Constant: Sendable {
      /// The enclosing types, then the name.
      let path: [String]
      let value: String
      let file: String
    }

    private(set) var constants: [String: [Constant]] = [:]
    /// Properties bound to `UserDefaults`, as `Type.name`.
    private(set) var defaultsProperties: Set<String> = []

    mutating func gather(from file: SwiftSourceFile) {
      for binding in file.all(.patternBinding, as: PatternBindingSyntax.self) {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
        let types = binding.enclosingTypes
        if let value = binding.initializer?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
          add(Constant(path: types + [name], value: value, file: file.path))
        }
        if let type = types.last, DefaultsBinding.bindsDefaults(binding) {
          defaultsProperties.insert(type + "." + name)
        }
      }
      for element in file.all(.enumCaseElement, as: EnumCaseElementSyntax.self) {
        let raw = element.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        // A String enum without a written value uses the name of the case.
        let name = element.name.text
        add(Constant(path: element.enclosingTypes + [name], value: raw ?? name, file: file.path))
      }
    }

    mutating func merge(_ other: SourceFacts) {
      constants.merge(other.constants) { $0 + $1 }
      defaultsProperties.formUnion(other.defaultsProperties)
    }

    private mutating func add(_ constant: Constant) {
      guard let name = constant.path.last else { return }
      constants[name, default: []].append(constant)
    }

    /// The values that a name may stand for; empty when the project does not say.
    ///
    /// - Parameters:
    ///   - parts: the name as written, outermost part first.
    ///   - isImplicitMember: written with a leading dot, so the type is not known here.
    func values(of parts: [String], isImplicitMember: Bool, in file: String, types: [String]) -> [String] {
      guard let name = parts.last, let candidates = constants[name] else { return [] }
      let matching = candidates.filter { $0.path.suffix(parts.count).elementsEqual(parts) }
      let near = matching.filter { $0.file == file }
      if !near.isEmpty { return near.map(\.value) }
      if parts.count > 1 || isImplicitMember { return matching.map(\.value) }
      return matching.filter { $0.path.count == 1 || $0.path.dropLast().last == types.last }.map(\.value)
    }
  }
#endif
