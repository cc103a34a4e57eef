/// Where a value comes from: the result of following it backwards through names, parameters, returns and files.
package struct Origins: Sendable {
  /// Expressions behind which the project says nothing more: literals, calls to the outside, parameters without a caller.
  package fileprivate(set) var leaves: [Expression] = []
  /// Parameters that nothing in the project fills: entry points, callbacks.
  package fileprivate(set) var parameters: [Declaration] = []
  /// Every name on the way: variables, members, called functions; the nearest first.
  package fileprivate(set) var names: [String] = []
  /// Every expression on the way.
  package fileprivate(set) var passed: [Expression] = []
  /// Whether the search ended at its bound instead of at the leaves.
  package fileprivate(set) var isCut = false
  fileprivate var cameFrom: [Expression: Expression] = [:]

  /// The way to the farthest expression that was reached.
  package var longestWay: [Expression] { passed.last.map { way(to: $0) } ?? [] }

  /// From the place that was asked about to the leaf, both included.
  package func way(to leaf: Expression) -> [Expression] {
    var way = [leaf]
    while let last = way.last, let next = cameFrom[last], way.count < 64, !way.contains(next) { way.append(next) }
    return way.reversed()
  }
}

extension Project {
  /// How far to follow.
  package enum Reach: Sendable {
    /// The same value under another name or encoding: aliases, casts, `??`, branches, conversions.
    case value
    /// Everything that takes part in making the value: operands, inserted parts, arguments, receivers.
    case influence
  }

  private static let mostSteps = 240
  /// Calls that give their argument or receiver in another form.
  private static let conversions: Set<String> = [
    "String", "NSString", "Data", "NSData", "Array", "Optional", "data", "base64EncodedString", "base64EncodedData",
    "uppercased", "lowercased", "trimmingCharacters", "joined", "encode", "archivedData", "description", "utf8CString",
    "toString", "toByteArray", "encodeToString", "decode", "trim", "lowercase", "uppercase", "valueOf",
    "encodeToByteArray",
    "withUnsafeBytes", "bytes", "URL", "URLRequest", "NSURL", "Uri", "parse", "orEmpty", "requireNotNull",
    "checkNotNull",
    "getBytes", "CFStringCreateCopy", "addingPercentEncoding", "removingPercentEncoding", "toCharArray", "format",
    "ContiguousArray", "Substring", "NSMutableString", "NSMutableData", "map", "compactMap", "flatMap", "let", "run",
    "apply", "also", "toList", "toTypedArray", "lazy", "ofNullable", "orElse", "getOrElse", "getOrDefault", "ifEmpty",
    "stream", "asSequence", "concatToString", "tryMap", "receive", "eraseToAnyPublisher", "removeDuplicates",
    "localizedUserNotificationString", "localizedStringWithFormat",
  ]

  /// - Parameters:
  ///   - keepsTexts: texts that are put together stay whole: they are leaves.
  ///   - handing: what else a call to the outside gives on, for this question alone.
  package func origins(
    of expression: Expression, reach: Reach = .value, keepsTexts: Bool = false,
    handing: (Expression) -> [Expression] = { _ in [] }
  ) -> Origins {
    var origins = Origins()
    var frames: [(function: Declaration, call: Expression, outer: Int)] = []
    var seen: Set<Expression> = [expression]
    var waiting: [(expression: Expression, frame: Int)] = [(expression, -1)]
    var steps = 0
    /// Names that stand for a function that is called: of a closure behind them the results count.
    var calledNames: Set<Expression> = []

    func follow(_ next: Expression?, _ from: Expression, _ frame: Int) {
      guard let next, seen.insert(next).inserted else { return }
      if calledNames.contains(from) { calledNames.insert(next) }
      origins.cameFrom[next] = from
      waiting.append((next, frame))
    }

    while let (here, frame) = waiting.popLast() {
      steps += 1
      guard steps < Self.mostSteps else {
        origins.isCut = true
        break
      }
      origins.passed.append(here)
      switch here.kind {
      case .name, .member:
        origins.names.append(here.name)
        if here.kind == .name, let place = Self.placeOfArgument(here.name), declarations(of: here).isEmpty,
          let closure = closure(givenAs: here), closureExpression(closure) != nil
        {
          if let subject = source(ofClosure: closure) {
            follow(subject, here, frame)
            continue
          }
          let given = calls(ofClosure: closure).compactMap { $0.argument(at: place) }
          for argument in given { follow(argument, here, -1) }
          if !given.isEmpty { continue }
        }
        if here.kind == .name, here.name == "this" {
          for value in valuesOfThis(in: here.owner) { follow(value, here, frame) }
        }
        let declarations = declarations(of: here)
        var isLeaf = declarations.isEmpty
        for declaration in declarations {
          switch declaration.kind {
          case .parameter: followParameter(declaration, here, frame)
          case .local, .property, .enumCase:
            let before = waiting.count
            followValue(of: declaration, here, frame)
            if waiting.count == before { isLeaf = true }
          default: isLeaf = true
          }
        }
        if isLeaf { origins.leaves.append(here) }
        if here.kind == .member, let base = here.first {
          // `session.token.value`: the base says what it is; what flows into the base is another question.
          if reach == .influence || Self.conversions.contains(here.name) || Self.views.contains(here.name) {
            follow(base, here, frame)
          }
        }
      case .call:
        let name = here.calledName
        if !name.isEmpty { origins.names.append(name) }
        let called = functions(calledBy: here).filter { $0.hasBody && $0.kind != .initializer }
        if called.isEmpty {
          origins.leaves.append(here)
          if let held = here.first, held.kind == .name, declarations(of: held).contains(where: Self.mayHoldFunction) {
            calledNames.insert(held)
            follow(held, here, frame)
          }
          if reach == .influence || Self.conversions.contains(name) || name == "init" || Self.isOptionalOf(here) {
            follow(here.receiver, here, frame)
            if here.receiver == nil, here.unit.language == .kotlin {
              for value in valuesOfThis(in: here.owner) { follow(value, here, frame) }
            }
            for argument in here.arguments {
              if argument.value.kind == .closure {
                if Self.conversions.contains(name) { followResults(argument.value.declaration, here, frame) }
              } else {
                follow(argument.value, here, frame)
              }
            }
          }
          if !keepsTexts { for part in joined(by: here) { follow(part, here, frame) } }
          for part in handing(here) { follow(part, here, frame) }
        } else {
          for function in called.prefix(8) {
            frames.append((function, here, frame))
            followResults(function, here, frames.count - 1)
          }
        }
        if here.first?.kind == .closure { followResults(here.first?.declaration, here, frame) }
      case .string:
        origins.leaves.append(here)
        if !keepsTexts { for value in here.values { follow(value, here, frame) } }
      case .index:
        origins.leaves.append(here)
        follow(here.first, here, frame)
        if reach == .influence { for value in here.values { follow(value, here, frame) } }
      case .array, .dictionary, .tuple:
        origins.leaves.append(here)
        for value in here.values { follow(value, here, frame) }
      case .forced, .cast, .unary:
        if here.flags.contains(.test) || here.name == "!" {
          origins.leaves.append(here)
        } else {
          follow(here.first, here, frame)
        }
      case .binary:
        if ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "===", "!=="].contains(here.name) {
          origins.leaves.append(here)
        } else if keepsTexts, here.name == "+" {
          origins.leaves.append(here)
        } else {
          follow(here.first, here, frame)
          follow(here.second, here, frame)
        }
      case .conditional, .opaque: for value in here.values { follow(value, here, frame) }
      case .assignment: follow(here.second, here, frame)
      case .closure where calledNames.contains(here): followResults(here.declaration, here, frame)
      default: origins.leaves.append(here)
      }
    }
    return origins

    func followResults(_ function: Declaration?, _ from: Expression, _ frame: Int) {
      guard let function else { return }
      for step in function.steps where step.kind == .yield {
        follow(function.unit.expression(step.value), from, frame)
      }
    }

    func followValue(of declaration: Declaration, _ from: Expression, _ frame: Int) {
      follow(declaration.value, from, frame)
      for getter in declaration.members where getter.kind == .accessor && getter.keyword == "get" {
        followResults(getter, from, frame)
      }
      guard !declaration.flags.contains(.isConstant) || declaration.value == nil else { return }
      for assigned in assignments(to: declaration) { follow(assigned, from, frame) }
      for given in memberwise(declaration) { follow(given, from, -1) }
    }

    func followParameter(_ parameter: Declaration, _ from: Expression, _ frame: Int) {
      guard let function = parameter.parent else { return }
      if function.kind == .closure {
        if let subject = source(ofClosure: function) {
          follow(subject, from, frame)
          return
        }
        let place = function.parameters.firstIndex(of: parameter)
        let given = calls(ofClosure: function).compactMap { call in place.flatMap { call.argument(at: $0) } }
        for argument in given { follow(argument, from, -1) }
        if given.isEmpty { origins.parameters.append(parameter) }
        return
      }
      var current = frame
      while current >= 0 {
        if frames[current].function == function {
          if let argument = argument(of: frames[current].call, for: parameter, in: function) {
            follow(argument, from, frames[current].outer)
          } else {
            follow(parameter.value, from, -1)
          }
          return
        }
        current = frames[current].outer
      }
      let known = knownCallers(of: function)
      if known.isCut { origins.isCut = true }
      if known.calls.isEmpty {
        origins.parameters.append(parameter)
        follow(parameter.value, from, -1)
      }
      for call in known.calls.prefix(24) {
        if let argument = argument(of: call, for: parameter, in: function) {
          follow(argument, from, -1)
        } else {
          follow(parameter.value, from, -1)
        }
      }
    }
  }

  private static func isOptionalOf(_ call: Expression) -> Bool {
    call.calledName == "of" && call.receiver?.name == "Optional"
  }

  private static func mayHoldFunction(_ declaration: Declaration) -> Bool {
    declaration.kind == .parameter || declaration.kind == .local || declaration.kind == .property
  }

  /// Members that show the same value in another form.
  private static let views: Set<String> = [
    "value", "rawValue", "text", "string", "utf8", "stringValue", "wrappedValue", "absoluteString", "unsafelyUnwrapped",
    "url", "path",
  ]

  /// What the initializer that the compiler writes gives to a property: `Stored(key: "a")`, `@Stored(key: "a")`.
  private func memberwise(_ property: Declaration) -> [Expression] {
    guard property.unit.language == .swift, property.kind == .property, property.value == nil,
      property.keyword != "computed", let type = property.enclosingType, type.keyword == "struct"
    else { return [] }
    var given: [Expression] = []
    for unit in units(calling: type.name, of: type).units where given.count < 24 {
      given += unit.calls(type.name).compactMap { $0.argument(property.name) }
    }
    return Array(given.prefix(24))
  }

  /// The right sides of every assignment to a variable: in its function, or in the files that declare its type.
  package func assignments(to declaration: Declaration) -> [Expression] {
    knownAssignments.answer(declaration) { findAssignments(to: declaration) }
  }

  private func findAssignments(to declaration: Declaration) -> [Expression] {
    var units = [declaration.unit]
    if declaration.kind == .property, let type = declaration.enclosingType {
      let others = Set(index.types(type.name, near: declaration.unit).map(\.unit.number))
        .subtracting([declaration.unit.number])
      units += others.sorted().prefix(7).compactMap { unit($0) }
      units.sort { $0.number < $1.number }
    }
    return units.flatMap { assignments(under: declaration.name, in: $0)[declaration] ?? [] }
  }

  /// The right sides of every assignment under a name in one file, by the variables that it may mean there. Where many
  /// types have one of that name, each place is looked at once for all.
  private func assignments(under name: String, in unit: SourceUnit) -> [Declaration: [Expression]] {
    knownTargets.answer(TargetName(unit: unit.number, name: name)) {
      var assigned: [Declaration: [Expression]] = [:]
      for target in unit.targets(name) {
        guard let value = target.parent?.second else { continue }
        for variable in Set(declarations(of: target)) { assigned[variable, default: []].append(value) }
      }
      return assigned
    }
  }

  struct TargetName: Hashable {
    let unit: Int
    let name: String
  }
}
