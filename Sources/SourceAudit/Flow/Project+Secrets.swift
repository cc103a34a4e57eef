extension Project {
  private static let inputs: Set<String> = ["field", "input", "box", "view", "textfield", "label", "edit"]
  private static let numbers: Set<String> = [
    "count", "isEmpty", "hashValue", "timeIntervalSince1970", "length", "size",
  ]
  private static let plainTypes: Set<String> = ["Bool", "Int", "Double", "Float", "Date", "Int64", "Boolean", "Long"]

  /// The words that stand for the content of a value: the names that it goes by on its way here.
  package func meanings(of value: Expression) -> [String] {
    origins(of: value).passed.compactMap { expression in
      switch expression.kind {
      case .call:
        // The text of `passwordField` is the password.
        guard ["getText", "getEditableText"].contains(expression.calledName), let field = expression.receiver else {
          let name = expression.calledName
          let holders = [expression.receiver, expression.argument(at: 0)].compactMap { $0 }
          return holders.contains { SecretWords.opensNothing(name, of: $0.name) } ? nil : name
        }
        return Self.content(of: field.kind == .call ? field.calledName : field.name)
      case .name, .member:
        if let holder = expression.first, SecretWords.opensNothing(expression.name, of: holder.name) { return nil }
        if expression.kind == .name, expression.name == "newValue" { return Self.nameOfSetter(around: expression) }
        if opensNothing(expression) { return nil }
        // The text of `passwordField` is the password.
        guard let parent = expression.parent, parent.kind == .member, parent.first == expression,
          ["text", "value", "stringValue", "string"].contains(parent.name)
        else { return expression.name }
        return Self.content(of: expression.name)
      default: return nil
      }
    }
  }

  /// Functions that the platform calls with a token for messages to this device.
  private static let tellers: Set<String> = ["onNewToken", "onTokenRefresh"]

  /// `token` in `didRegisterForRemoteNotificationsWithDeviceToken token: Data`: its label or its function says what it is.
  package func opensNothing(_ use: Expression) -> Bool {
    guard use.kind == .name, SecretWords.words(of: use.name).contains("token") else { return false }
    return declarations(of: use).contains { declaration in
      guard declaration.kind == .parameter, let function = declaration.parent else { return false }
      return SecretWords.opensNothing("token", of: declaration.keyword) || Self.tellers.contains(function.name)
    }
  }

  /// What is set has the name of the property that sets it.
  private static func nameOfSetter(around place: Expression) -> String {
    let scopes = [place.owner] + place.owner.enclosing
    guard let accessor = scopes.first(where: { $0.kind == .accessor }), let property = accessor.parent else {
      return place.name
    }
    return property.kind == .property ? property.name : place.name
  }

  /// What an input field holds, by its name.
  private static func content(of field: String) -> String {
    var words = SecretWords.words(of: field)
    while words.count > 1, let last = words.last, inputs.contains(last) || last == "text" { words.removeLast() }
    return words.joined(separator: "_")
  }

  /// Whether one of its names says that the value is a secret.
  package func isSecret(_ value: Expression) -> Bool {
    guard !isHarmless(value) else { return false }
    let meanings = meanings(of: value)
    guard let nearest = meanings.first else { return false }
    // What the nearest name says about a secret outweighs where it was made from.
    if SecretWords.judge(nearest) == .aboutSecret { return false }
    return meanings.contains { SecretWords.judge($0) == .secret && !Self.isFlag($0) } || encodesSecret(value)
  }

  private static let encoderCalls: Set<String> = [
    "encode", "toJson", "encodeToString", "archivedData", "writeValueAsString",
  ]

  /// `JSONEncoder().encode(session)`, where a stored property of the session is a secret.
  private func encodesSecret(_ value: Expression) -> Bool {
    encodes(value) { SecretWords.judge($0) == .secret }
  }

  /// Whether a value is an object in another form, of which a stored property has such a name.
  private func encodes(_ value: Expression, _ isMeant: (String) -> Bool) -> Bool {
    guard Self.encoderCalls.contains(where: { value.unit.row(of: $0) != nil }) else { return false }
    return origins(of: value).passed.contains { call in
      guard Self.encoderCalls.contains(call.calledName),
        let object = call.argument(at: 0) ?? call.argument("withRootObject"),
        let type = type(of: object)
      else { return false }
      return typeDeclarations(type).flatMap(\.members).contains { member in
        let isStored = member.kind == .property && member.keyword != "computed" && !member.flags.contains(.isStatic)
        // A class of data declares its properties in its head.
        return (isStored || member.kind == .parameter) && isMeant(member.name)
          && !Self.plainTypes.contains(member.typeName)
      }
    }
  }

  /// Whether one of its names, or of the properties of an object that it is made of, says that the value is about
  /// somebody's health or identity.
  func isPersonal(_ value: Expression) -> Bool {
    guard !isHarmless(value) else { return false }
    return meanings(of: value).contains(where: PersonalWords.isPersonal) || encodes(value, PersonalWords.isPersonal)
  }

  /// The part of a value that is a secret: itself, what is inserted or listed in it, or a text that writes a secret out.
  package func secret(inside value: Expression) -> Expression? {
    origins(of: value).passed.first { part in
      switch part.kind {
      case .string: part.plainText.map(SecretWords.writesSecretOut) ?? false
      case .name, .member, .call:
        SecretWords.judge(part.kind == .call ? part.calledName : part.name) == .secret && !isHarmless(part)
          && isSecret(part)
      default: false
      }
    }
  }

  private static func isFlag(_ name: String) -> Bool {
    guard let first = SecretWords.words(of: name).first else { return false }
    return ["is", "has", "did", "should", "was", "can", "enabled", "disabled", "shown", "count"].contains(first)
  }

  /// A flag, a number, nothing or an empty text: no secret whatever its name says.
  ///
  /// A text that begins empty is harmless only while all that fills it is in sight and as empty.
  package func isHarmless(_ value: Expression) -> Bool {
    if isPlain(value) { return true }
    if let type = type(of: value), Self.plainTypes.contains(type) {
      return !(Self.wholeNumbers.contains(type) && isNumericSecret(value))
    }
    let origins = origins(of: value)
    guard !origins.leaves.isEmpty, origins.leaves.allSatisfy(isPlain) else { return false }
    // Where no text may be, there is a flag or a number.
    guard origins.leaves.contains(where: isEmptyText) else { return true }
    return origins.parameters.allSatisfy { Self.plainTypes.contains($0.typeName) }
      && !origins.passed.contains(where: isFilledUnseen)
  }

  private static let wholeNumbers: Set<String> = ["Int", "Int64", "Long"]

  /// Whether a value is a whole number, as PINs and one-time passwords may be held.
  package func isWholeNumber(_ value: Expression) -> Bool {
    type(of: value).map { Self.wholeNumbers.contains($0) } ?? false
  }

  /// A number whose nearest name says that it is a secret made of digits, unless it is written in the source.
  private func isNumericSecret(_ value: Expression) -> Bool {
    guard let nearest = meanings(of: value).first, SecretWords.isMadeOfDigits(nearest) else { return false }
    return isFilled(value)
  }

  /// Whether a number is anything but literals and what is counted.
  private func isFilled(_ value: Expression) -> Bool {
    let origins = origins(of: value)
    return origins.leaves.isEmpty || !origins.parameters.isEmpty
      || !origins.leaves.allSatisfy { isPlain($0) && $0.unwrapped.kind != .call }
  }

  private func isPlain(_ expression: Expression) -> Bool {
    let value = expression.unwrapped
    switch value.kind {
    case .boolean, .number, .null: return true
    case .string: return value.plainText?.isEmpty ?? false
    case .unary: return value.name == "!" || value.name == "-" && value.first?.kind == .number
    case .binary: return ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "===", "!=="].contains(value.name)
    case .member: return Self.numbers.contains(value.name)
    case .cast: return value.flags.contains(.test)
    case .call: return Self.plainTypes.contains(value.calledName)
    case .name: return Self.isFlag(value.name)
    default: return false
    }
  }

  /// The texts that a key may be made of; a name that no constant explains stands for itself.
  package func candidates(ofKey key: Expression) -> [String] {
    origins(of: key, reach: .influence).leaves.flatMap { leaf -> [String] in
      switch leaf.kind {
      case .string: leaf.list.filter { !$0.value.isPresent }.map { leaf.unit.name($0.name) }
      case .name, .member: [leaf.name]
      default: []
      }
    }
  }

  /// Whether a value that is kept under a key is a secret: the key decides, or else what the value is called.
  package func keepsSecret(_ value: Expression?, under key: Expression?) -> Bool {
    if let value, isHarmless(value) {
      // `putInt("pin", value)`
      return isWholeNumber(value) && isFilled(value)
        && key.map { candidates(ofKey: $0).contains(where: SecretWords.isMadeOfDigits) } ?? false
    }
    let judgements = key.map { candidates(ofKey: $0).map(SecretWords.judge) } ?? []
    if judgements.contains(.secret) { return true }
    if judgements.contains(.aboutSecret) { return false }
    return value.map(isSecret) ?? false
  }
}
