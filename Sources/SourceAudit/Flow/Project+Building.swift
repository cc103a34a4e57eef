extension Project {
  private static let pureCalls: Set<String> = [
    "Data", "Array", "String", "NSString", "NSData", "data", "bytes", "UInt8", "CChar", "init", "toByteArray", "utf8",
    "joined", "prefix", "suffix", "map", "Int", "uppercased", "lowercased", "decode", "withUnsafeBytes", "reversed",
    "hexToBytes", "byteArrayOf", "arrayOf", "listOf", "ByteArray", "decodeHex", "fromBase64", "fromHex", "repeating",
    "dropFirst", "dropLast", "trimmingCharacters", "replacingOccurrences", "toCharArray", "getBytes", "sorted",
    "baseAddress", "hash",
  ]
  private static let encoders: Set<String> = [
    "encode", "jsonString", "JSONEncoder", "JSONSerialization", "addingPercentEncoding", "escaped",
    "encodeURIComponent",
    "quoted", "jsonObject", "base64EncodedString", "hashValue", "count", "uuidString",
  ]

  /// Words of names that say that a value was made fit for the text around it.
  private static let made: Set<String> = ["quoted", "escaped", "sanitized", "encoded"]

  /// Whether the value is fixed in the source: literals, and constants made of them.
  package func isConstant(_ value: Expression) -> Bool {
    let origins = origins(of: value, reach: .influence)
    guard origins.parameters.isEmpty, !origins.isCut, !origins.leaves.isEmpty else { return false }
    return isMadeOfLiterals(origins) && !origins.passed.contains(where: isFilledElsewhere)
  }

  private func isMadeOfLiterals(_ origins: Origins) -> Bool {
    var holdsLiteral = false
    for leaf in origins.leaves {
      switch leaf.kind {
      case .string, .number:
        holdsLiteral = true
      case .boolean, .null, .array, .dictionary, .tuple, .index: break
      case .call:
        // `[UInt8](…)` and `{ … }()` are called by no name.
        guard Self.pureCalls.contains(leaf.calledName) || leaf.first?.kind == .array || leaf.first?.kind == .closure
        else { return false }
      case .name, .member:
        // `.utf8` as an argument, a case, the type in front of a call.
        if leaf.kind == .member, leaf.first == nil { continue }
        if isBaseOfOwnProperty(leaf) { continue }
        if leaf.name.first?.isUppercase == true || Self.pureCalls.contains(leaf.name) { continue }
        if declarations(of: leaf).contains(where: { $0.kind == .enumCase }) || Self.isOfPlatform(leaf.name) { continue }
        return false
      default: return false
      }
    }
    return holdsLiteral
      || origins.passed.contains { part in
        part.kind == .name && part.unit.language == .swift
          && appended(to: part).contains { [.string, .number, .array].contains($0.unwrapped.kind) }
      }
  }

  /// `self` of `self.key`, which says nothing about the value that the property has.
  private func isBaseOfOwnProperty(_ leaf: Expression) -> Bool {
    guard leaf.unit.language == .swift, leaf.isOwnInstance, let member = leaf.parent, member.kind == .member else {
      return false
    }
    return declarations(of: member).contains { $0.kind == .property }
  }

  /// `kCCBlockSizeAES128`: a constant of Apple's C frameworks.
  private static func isOfPlatform(_ name: String) -> Bool {
    name.hasPrefix("k") && name.dropFirst().first?.isUppercase == true
  }

  /// What is put into a text that is built from pieces and is neither fixed nor a number nor encoded; nil for a text
  /// that is whole.
  package func inserted(into text: Expression) -> Expression? {
    for part in origins(of: text).passed {
      let pieces: [Expression]
      switch part.kind {
      case .string: pieces = part.values.map { $0.kind == .tuple ? $0.values.first ?? $0 : $0 }
      case .binary where part.name == "+" && !isSum(part): pieces = [part.first, part.second].compactMap { $0 }
      case .assignment where part.name == "+=": pieces = [part.second].compactMap { $0 }
      case .call where part.calledName == "format" || part.calledName == "String" && part.argument("format") != nil:
        pieces = part.arguments.dropFirst().map(\.value)
      case .call
      where ["appending", "appendingFormat", "replacingOccurrences", "concat", "plus"].contains(part.calledName):
        pieces = part.arguments.map(\.value)
      case .call where part.calledName == "joined": pieces = part.receiver.map { listed(in: $0) } ?? []
      case .name where part.unit.language == .swift: pieces = appended(to: part)
      default: continue
      }
      if let open = pieces.first(where: { isOpen($0) }) { return open }
    }
    return nil
  }

  private func listed(in list: Expression) -> [Expression] {
    origins(of: list).leaves.first { $0.kind == .array }?.values ?? []
  }

  /// `text += piece`, `text.append(piece)`.
  private func appended(to name: Expression) -> [Expression] {
    guard let declaration = declarations(of: name).first, !declaration.flags.contains(.isConstant),
      declaration.kind == .local || declaration.kind == .property
    else { return [] }
    return declaration.unit.mentions([name.name]).compactMap { mention in
      guard let parent = mention.parent, parent.first == mention, declarations(of: mention).first == declaration else {
        return nil
      }
      if parent.kind == .assignment, parent.name == "+=" { return parent.second }
      guard parent.kind == .member, ["append", "appendInterpolation"].contains(parent.name), let call = parent.parent,
        call.kind == .call
      else { return nil }
      return call.argument(at: 0)
    }
  }

  /// Swift adds numbers to numbers only.
  private func isSum(_ binary: Expression) -> Bool {
    binary.unit.language == .swift && binary.children.contains { $0.unwrapped.kind == .number }
  }

  private func isOpen(_ piece: Expression) -> Bool {
    let piece = piece.unwrapped
    if piece.kind == .string { return piece.values.contains { isOpen($0) } }
    if piece.kind == .binary { return !isSum(piece) && piece.children.contains { isOpen($0) } }
    if let type = type(of: piece), ["Int", "Double", "Bool", "Int64", "UInt", "Float", "UUID", "Long"].contains(type) {
      return false
    }
    if ["count", "hashValue", "uuidString"].contains(piece.name), piece.kind == .member { return false }
    let origins = origins(of: piece, reach: .influence)
    if origins.passed.contains(where: { $0.kind == .call && Self.encoders.contains($0.calledName) }) { return false }
    // `table.quotedDatabaseIdentifier`
    if !Self.made.isDisjoint(with: SecretWords.words(of: piece.kind == .call ? piece.calledName : piece.name)) {
      return false
    }
    return !isConstant(piece)
  }

  // MARK: bodies

  /// Every expression of the unit whose owner lies inside the declaration, closures included.
  package func expressions(in function: Declaration) -> [Expression] {
    let range = function.record.offset..<max(function.record.offset + 1, function.record.end)
    let unit = function.unit
    if function.id == .file { Trace.note(allOf: unit) }
    return unit.expressionsBeginning(in: range)
  }

  /// The function and what it calls in the project, some levels down; behind a requirement what conforming types have.
  package func reachable(from function: Declaration, levels: Int = 2) -> [Declaration] {
    var found = [function]
    var level = [function]
    for _ in 0..<levels {
      var next: [Declaration] = []
      for body in level {
        for call in expressions(in: body) where call.kind == .call {
          for called in bodies(calledBy: call) where !found.contains(called) && found.count < 40 {
            found.append(called)
            next.append(called)
          }
        }
      }
      level = next
    }
    return found
  }

  /// Whether the value of an expression is used for anything: not a statement alone, not thrown away.
  package func isUsed(_ expression: Expression) -> Bool {
    var top = expression
    while let parent = top.parent {
      if parent.kind == .assignment, parent.first?.kind == .opaque || parent.first?.name == "_" { return false }
      top = parent
      if top.kind == .call || top.kind == .binary || top.kind == .assignment { return true }
    }
    let owner = top.owner
    for step in owner.steps {
      if step.value == top.id { return step.kind != .evaluate }
      if step.kind == .bind, step.declaration != .file,
        owner.unit.declarations[Int(step.declaration.raw)].value == top.id
      {
        return owner.unit.name(owner.unit.declarations[Int(step.declaration.raw)].name) != "_"
      }
    }
    return true
  }
}
