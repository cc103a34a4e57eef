import UntrustedInput

/// One object of a policy file, walked strictly: every key is known, every value has its type and range.
struct PolicyReader {
  /// Where the object stands among our own keys; empty for the document itself.
  let path: String
  let position: TextPosition
  private let nodes: [String: JSONNode]

  init(_ node: JSONNode, path: String, keys: [String]) throws(PolicyError) {
    let name = path.isEmpty ? "the document" : path
    guard let members = node.members else {
      throw .wrongType(path: name, expected: "an object", at: node.position)
    }
    for member in members where !keys.contains(member.name) {
      throw .unknownKey(path: name, at: member.position)
    }
    self.path = path
    position = node.position
    nodes = Dictionary(members.map { ($0.name, $0.node) }) { first, _ in first }
  }

  func path(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// The place of the first of these keys that is present, else of the object.
  func place(_ keys: String...) -> TextPosition {
    keys.lazy.compactMap { nodes[$0]?.position }.first ?? position
  }

  func required(_ key: String) throws(PolicyError) -> JSONNode {
    guard let node = nodes[key] else { throw .missingKey(path: path(key), at: position) }
    return node
  }

  func object(_ key: String, keys: [String]) throws(PolicyError) -> PolicyReader? {
    guard let node = nodes[key] else { return nil }
    return try PolicyReader(node, path: path(key), keys: keys)
  }

  /// A list of objects; empty when the key is absent.
  func objects(_ key: String, count: ClosedRange<Int>, keys: [String]) throws(PolicyError) -> [PolicyReader] {
    guard let node = nodes[key] else { return [] }
    guard let elements = node.array else {
      throw .wrongType(path: path(key), expected: "a list", at: node.position)
    }
    guard count.contains(elements.count) else {
      let allowed = "a list of \(count.lowerBound) to \(count.upperBound) entries"
      throw .outOfRange(path: path(key), allowed: allowed, at: node.position)
    }
    var readers: [PolicyReader] = []
    for element in elements { readers.append(try PolicyReader(element, path: path(key), keys: keys)) }
    return readers
  }

  func text(_ key: String) throws(PolicyError) -> String {
    try text(of: try required(key), key)
  }

  private func text(of node: JSONNode, _ key: String) throws(PolicyError) -> String {
    guard let text = node.string else {
      throw .wrongType(path: path(key), expected: "a text in quotes", at: node.position)
    }
    return text
  }

  func flag(_ key: String, or standard: Bool) throws(PolicyError) -> Bool {
    guard let node = nodes[key] else { return standard }
    guard let flag = node.bool else {
      throw .wrongType(path: path(key), expected: "true or false", at: node.position)
    }
    return flag
  }

  func integer(_ key: String, in range: ClosedRange<Int>, or standard: Int) throws(PolicyError) -> Int {
    guard let node = nodes[key] else { return standard }
    guard case .number = node.value else {
      throw .wrongType(path: path(key), expected: "a number", at: node.position)
    }
    guard let number = node.integer, let value = Int(exactly: number), range.contains(value) else {
      let allowed = "an integer from \(range.lowerBound) to \(range.upperBound)"
      throw .outOfRange(path: path(key), allowed: allowed, at: node.position)
    }
    return value
  }

  func duration(_ key: String, in range: ClosedRange<Duration>, or standard: Duration) throws(PolicyError) -> Duration {
    guard let node = nodes[key] else { return standard }
    switch node.value {
    case .string, .number: break
    default: throw .wrongType(path: path(key), expected: "a duration in quotes, such as \"30m\"", at: node.position)
    }
    guard let text = node.string, let value = DurationText.parse(text) else {
      throw .wrongUnit(path: path(key), at: node.position)
    }
    guard range.contains(value) else {
      let allowed = "from \(DurationText.format(range.lowerBound)) to \(DurationText.format(range.upperBound))"
      throw .outOfRange(path: path(key), allowed: allowed, at: node.position)
    }
    return value
  }

  func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String, or standard: Word) throws(PolicyError)
    -> Word
  {
    guard let node = nodes[key] else { return standard }
    let text = try text(of: node, key)
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw .malformed(path: path(key), expected: "one of \(known)", at: node.position)
    }
    return word
  }

  /// A text that `make` turns into a value; nil when the key is absent.
  func value<Value>(_ key: String, expected: String, _ make: (String) -> Value?) throws(PolicyError) -> Value? {
    guard let node = nodes[key] else { return nil }
    guard let value = make(try text(of: node, key)) else {
      throw .malformed(path: path(key), expected: expected, at: node.position)
    }
    return value
  }

  /// A list of texts, each turned into a value by `make`, each at most once; empty when the key is absent.
  func list<Value: Hashable>(
    _ key: String, count: ClosedRange<Int>, expected: String, _ make: (String) -> Value?
  ) throws(PolicyError) -> [Value] {
    guard let node = nodes[key] else { return [] }
    guard let elements = node.array else {
      throw .wrongType(path: path(key), expected: "a list", at: node.position)
    }
    guard count.contains(elements.count) else {
      let allowed = "a list of \(count.lowerBound) to \(count.upperBound) entries"
      throw .outOfRange(path: path(key), allowed: allowed, at: node.position)
    }
    var values: [Value] = []
    var repeated: TextPosition?
    var seen: Set<Value> = []
    for element in elements {
      guard let value = make(try text(of: element, key)) else {
        throw .malformed(path: path(key), expected: expected, at: element.position)
      }
      if !seen.insert(value).inserted { repeated = repeated ?? element.position }
      values.append(value)
    }
    if let repeated { throw .contradiction(.listedTwice, path: path(key), at: repeated) }
    return values
  }
}
