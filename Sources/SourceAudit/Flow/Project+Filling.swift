/// Variables of Swift that get more than their first value.
extension Project {
  private static let literals: Set<ExpressionNode.Kind> = [.string, .number, .array, .boolean, .null]
  private static let growing: Set<String> = ["append", "insert", "replaceSubrange"]
  /// Wrappers of properties that read what the system keeps.
  private static let kept: Set<String> = ["AppStorage", "SceneStorage"]
  /// Beyond so many places in other files none is looked at.
  private static let mostFillings = 64

  /// Functions that take an argument by pointer and only read it, and where it stands.
  /// Source: the headers of CommonCrypto and of the C library; Apple, Data and withUnsafeBytes(of:_:).
  private static let readers: [String: Set<Int>] = [
    "CCCrypt": [3, 5, 6], "CCCryptorCreate": [3, 5], "CCCryptorCreateWithMode": [4, 5, 6], "CCCryptorUpdate": [1],
    "CCHmac": [1, 3], "CCHmacInit": [2], "CCHmacUpdate": [1], "CCKeyDerivationPBKDF": [1, 3],
    "CCSymmetricKeyWrap": [1, 3, 5], "CC_MD5": [0], "CC_SHA1": [0], "CC_SHA224": [0], "CC_SHA256": [0],
    "CC_SHA384": [0], "CC_SHA512": [0], "CC_MD5_Update": [1], "CC_SHA1_Update": [1], "CC_SHA256_Update": [1],
    "CC_SHA512_Update": [1], "memcpy": [1], "memmove": [1], "memcmp": [0, 1], "strlen": [0], "strcmp": [0, 1],
    "fwrite": [0], "write": [1], "send": [1], "CFDataCreate": [1], "Data": [0], "NSData": [0], "NSMutableData": [0],
    "String": [0], "withUnsafeBytes": [0], "withUnsafePointer": [0],
  ]

  /// Whether a variable gets more than its first value: in its own file appended to, or handed to a function that
  /// writes into it; in another file given a value that is not written there, too.
  func isFilledElsewhere(_ use: Expression) -> Bool {
    guard use.kind == .name || use.kind == .member, use.unit.language == .swift,
      let variable = declarations(of: use).first, variable.unit.language == .swift,
      variable.kind == .local || variable.kind == .property, !variable.flags.contains(.isConstant)
    else { return false }
    let isFilledHere = variable.unit.mentions([variable.name]).contains { mention in
      mention != use && Self.isWritten(mention) && declarations(of: mention).first == variable
    }
    return isFilledHere || isBound(variable) || isFilledInOtherFile(variable)
  }

  /// `SecureField("PIN", text: $pin)`, `@AppStorage("name") var name = ""`
  private func isBound(_ variable: Declaration) -> Bool {
    guard variable.kind == .property, !variable.attributes.isEmpty else { return false }
    if variable.attributes.contains(where: { Self.kept.contains($0.name) }) { return true }
    return variable.unit.mentions(["$" + variable.name]).contains { mention in
      mention.parent?.kind == .call && mention.owner.enclosingType?.name == variable.enclosingType?.name
    }
  }

  /// What other files see of it they may change.
  private func isFilledInOtherFile(_ variable: Declaration) -> Bool {
    guard variable.kind == .property, !variable.flags.contains(.isPrivate) else { return false }
    return knownFillings.answer(variable) {
      let units = index.units(filling: variable.name, near: variable.unit).filter {
        $0 !== variable.unit && ($0.role == .app || variable.unit.role != .app)
      }
      let places = units.lazy.flatMap { $0.mentions([variable.name]) }.filter {
        Self.isWritten($0) || Self.isGivenValue($0)
      }
      return places.prefix(Self.mostFillings).contains { declarations(of: $0).contains(variable) }
    }
  }

  /// `fill(&bytes)`, `bytes.append(more)`
  private static func isWritten(_ mention: Expression) -> Bool {
    guard let parent = mention.parent, parent.first == mention else { return false }
    if parent.kind == .unary, parent.name == "&", let call = parent.parent, call.kind == .call {
      return !isRead(parent, by: call)
    }
    guard parent.kind == .member, growing.contains(parent.name), let call = parent.parent, call.kind == .call,
      call.first == parent, let piece = call.argument(at: 0)?.unwrapped
    else { return false }
    return !literals.contains(piece.kind)
  }

  /// `box.bytes = read()`
  private static func isGivenValue(_ mention: Expression) -> Bool {
    guard let parent = mention.parent, parent.kind == .assignment, parent.first == mention,
      let value = parent.second?.unwrapped
    else { return false }
    return !literals.contains(value.kind)
  }

  private static func isRead(_ argument: Expression, by call: Expression) -> Bool {
    guard let places = readers[call.calledName] else { return false }
    return places.contains { call.argument(at: $0) == argument }
  }
}

extension SourceUnit {
  /// By the row of each name whether something of the name may be filled in the file: it is assigned to, handed over to
  /// be written into, or called on.
  var filledNames: [Bool] {
    var isFilled = [Bool](repeating: false, count: names.count)
    for node in expressions {
      switch node.kind {
      case .assignment: mark(node.first, &isFilled)
      case .unary where name(node.name) == "&": mark(node.first, &isFilled)
      case .call:
        let callee = expressions[Int(node.first)]
        if callee.kind == .member { mark(callee.first, &isFilled) }
      default: continue
      }
    }
    return isFilled
  }

  private func mark(_ row: UInt32, _ isFilled: inout [Bool]) {
    let target = expressions[Int(row)]
    if target.kind == .name || target.kind == .member { isFilled[Int(target.name.raw)] = true }
  }
}
