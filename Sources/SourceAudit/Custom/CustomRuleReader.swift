#if Audit
  import SecurityPolicy
  import Yams

  /// Turns the nodes of a YAML file into rules, strictly: every member is known, and every node is counted.
  struct CustomRuleReader {
    private static let mostNodes = 20_000
    private var nodes = 0

    mutating func rules(_ root: Node?) throws(CustomRuleError) -> [CustomRule] {
      guard let root else { throw CustomRuleError(.expected(.map)) }
      let file = try members(root, ["version", "rules"])
      guard let version = file["version"] else { throw CustomRuleError(.missing(.version), line: line(root)) }
      guard version.int == 1 else { throw CustomRuleError(.unknownVersion, line: line(version)) }
      guard let list = file["rules"] else { throw CustomRuleError(.missing(.rules), line: line(root)) }
      var taken = Set(Audit.manuals.map(\.id))
      var rules: [CustomRule] = []
      for node in try elements(list) {
        let rule = try rule(node)
        guard taken.insert(rule.id).inserted else { throw CustomRuleError(.takenID, line: line(node)) }
        rules.append(rule)
      }
      return rules
    }

    private static let ruleMembers: Set<String> = [
      "id", "title", "reason", "fix", "severity", "confidence", "languages", "ids", "message", "find", "unless",
      "violating", "conforming",
    ]

    private mutating func rule(_ node: Node) throws(CustomRuleError) -> CustomRule {
      let rule = try members(node, Self.ruleMembers)
      let id = try required(rule, .id, node)
      guard id.utf8.count <= 64, id.first != "-", id.last != "-", !id.isEmpty,
        id.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
      else { throw CustomRuleError(.expected(.id), line: line(rule["id"] ?? node)) }
      let title = try required(rule, .title, node)
      let reason = try required(rule, .reason, node)
      let fix = try required(rule, .fix, node)
      var ids: [String] = []
      if let list = rule["ids"] { ids = try texts(list) }
      let manual = RuleManual(
        id, title, reason: reason, fix: fix, ids: ids, violating: try examples(rule["violating"], isViolating: true),
        conforming: try examples(rule["conforming"], isViolating: false))
      guard let find = rule["find"] else { throw CustomRuleError(.missing(.find), line: line(node)) }
      var pattern = try pattern(find)
      if let unless = rule["unless"] {
        let except = try members(unless, ["within"])
        if let within = except["within"] { pattern.exceptWithin = try texts(within).map(GlobPattern.init) }
      }
      var languages = Set(SourceLanguage.allCases)
      if let list = rule["languages"] {
        languages = []
        for name in try texts(list) {
          guard let language = SourceLanguage(rawValue: name) else {
            throw CustomRuleError(.expected(.language), line: line(list))
          }
          languages.insert(language)
        }
      }
      return CustomRule(
        manual: manual, languages: languages, severity: try word(rule["severity"], .severity) ?? .warning,
        confidence: try word(rule["confidence"], .confidence) ?? .high,
        message: try rule["message"].map { node throws(CustomRuleError) in try text(node) } ?? title, pattern: pattern)
    }

    // MARK: patterns

    private mutating func pattern(_ node: Node) throws(CustomRuleError) -> CustomPattern {
      let shapes = CustomPattern.Shape.allCases
      let find = try members(
        node, Set(shapes.map(\.rawValue) + ["on", "arguments", "value", "without", "extends", "attribute"]))
      let named = shapes.filter { find[$0.rawValue] != nil }
      guard named.count == 1, let shape = named.first, let names = find[shape.rawValue] else {
        throw CustomRuleError(.notOnePattern, line: line(node))
      }
      let texts = try texts(names)
      var pattern = CustomPattern(shape: shape, names: texts.map(GlobPattern.init))
      if !texts.contains(where: { $0.contains("*") || $0.contains("?") }) { pattern.plainNames = texts }
      if let on = find["on"] { pattern.receivers = try self.texts(on).map(GlobPattern.init) }
      if let list = find["without"] { pattern.absentLabels = try self.texts(list) }
      if let list = find["extends"] { pattern.supertypes = try self.texts(list).map(GlobPattern.init) }
      if let list = find["attribute"] { pattern.attributes = try self.texts(list) }
      if let value = find["value"] { pattern.arguments = [try argument(value, isValue: true)] }
      for element in try find["arguments"].map({ list throws(CustomRuleError) in try elements(list) }) ?? [] {
        pattern.arguments.append(try argument(element, isValue: false))
      }
      return pattern
    }

    private mutating func argument(_ node: Node, isValue: Bool) throws(CustomRuleError) -> CustomPattern.Argument {
      let tests: Set<String> = ["is", "equals", "matches", "below", "above"]
      let members = try members(node, isValue ? tests : tests.union(["at", "label"]))
      var argument = CustomPattern.Argument()
      if let at = members["at"] { argument.place = .position(try number(at)) }
      if let label = members["label"] { argument.place = .label(try text(label)) }
      argument.test.meaning = try word(members["is"], .meaning)
      if let list = members["equals"] { argument.test.equals = try texts(list) }
      if let list = members["matches"] { argument.test.matches = try texts(list).map(GlobPattern.init) }
      argument.test.below = try members["below"].map { node throws(CustomRuleError) in try number(node) }
      argument.test.above = try members["above"].map { node throws(CustomRuleError) in try number(node) }
      return argument
    }

    private mutating func examples(_ node: Node?, isViolating: Bool) throws(CustomRuleError) -> [RuleExample] {
      guard let node else { return [] }
      var examples: [RuleExample] = []
      for element in try elements(node) {
        let members = try members(
          element, isViolating ? ["title", "path", "lines", "source"] : ["title", "path", "source"])
        let path = try required(members, .path, element)
        guard SourceLanguage(path: path) != nil, !path.contains("/") else {
          throw CustomRuleError(.expected(.path), line: line(members["path"] ?? element))
        }
        var lines: [Int] = isViolating ? [1] : []
        if let list = members["lines"] {
          lines = []
          for line in try elements(list) { lines.append(try number(line)) }
        }
        let title = try members["title"].map { node throws(CustomRuleError) in try text(node) }
        examples.append(
          RuleExample(
            title ?? "example \(examples.count + 1)", path: path, lines: lines, try required(members, .source, element))
        )
      }
      return examples
    }

    // MARK: nodes

    private func line(_ node: Node) -> Int { node.mark?.line ?? 0 }

    private mutating func count(_ node: Node) throws(CustomRuleError) {
      nodes += 1
      guard nodes <= Self.mostNodes else { throw CustomRuleError(.tooMuch, line: line(node)) }
    }

    private mutating func members(_ node: Node, _ known: Set<String>) throws(CustomRuleError) -> [String: Node] {
      try count(node)
      guard let map = node.mapping else { throw CustomRuleError(.expected(.map), line: line(node)) }
      var members: [String: Node] = [:]
      for (key, value) in map {
        guard let name = key.scalar?.string, known.contains(name), members[name] == nil else {
          throw CustomRuleError(.unknownMember, line: line(key))
        }
        members[name] = value
      }
      return members
    }

    private mutating func elements(_ node: Node) throws(CustomRuleError) -> [Node] {
      try count(node)
      guard let list = node.sequence else { throw CustomRuleError(.expected(.list), line: line(node)) }
      return Array(list)
    }

    private mutating func text(_ node: Node) throws(CustomRuleError) -> String {
      try count(node)
      guard let text = node.scalar?.string, !text.isEmpty else {
        throw CustomRuleError(.expected(.text), line: line(node))
      }
      return text
    }

    private mutating func texts(_ node: Node) throws(CustomRuleError) -> [String] {
      guard node.sequence != nil else {
        guard node.scalar != nil else { throw CustomRuleError(.expected(.texts), line: line(node)) }
        return [try text(node)]
      }
      var texts: [String] = []
      for element in try elements(node) { texts.append(try text(element)) }
      return texts
    }

    private mutating func number(_ node: Node) throws(CustomRuleError) -> Int {
      try count(node)
      guard let number = node.int, number >= 0 else { throw CustomRuleError(.expected(.number), line: line(node)) }
      return number
    }

    private mutating func word<Word: RawRepresentable>(
      _ node: Node?, _ expectation: CustomRuleError.Expectation
    ) throws(CustomRuleError) -> Word? where Word.RawValue == String {
      guard let node else { return nil }
      guard let word = Word(rawValue: try text(node)) else {
        throw CustomRuleError(.expected(expectation), line: line(node))
      }
      return word
    }

    private mutating func required(
      _ members: [String: Node], _ member: CustomRuleError.Member, _ around: Node
    ) throws(CustomRuleError) -> String {
      guard let node = members[member.rawValue] else { throw CustomRuleError(.missing(member), line: line(around)) }
      return try text(node)
    }
  }
#endif
