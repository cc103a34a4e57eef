import UntrustedInput

extension PushState {
  /// What is kept: no more than a crash must not lose.
  public var bytes: [UInt8] {
    var node: [JSONMember] = [
      JSONMember("version", .integer(1)), JSONMember("wanted", JSONNode(.bool(isWanted))),
      JSONMember("known", .strings(known.map(\.exposedText))),
    ]
    // What was kept before explanations were counted reads as the first.
    if explanation != 1 { node.append(JSONMember("explanation", .integer(Int64(explanation)))) }
    if let confirmed { node.append(JSONMember("confirmed", .string(confirmed.exposedText))) }
    return JSONWriter().bytes(JSONNode(.object(node)))
  }

  /// Reads ``bytes``.
  /// - Throws: `damaged`, `newerFormat`.
  public init(reading bytes: [UInt8]) throws(NotificationRefusal) {
    let limit = (Self.limit + 1) * (PushToken.limit + 16) * 2
    guard let node = try? JSONReader(maximumBytes: limit, maximumDepth: 3).read(bytes),
      let version = node["version"]?.integer, version >= 1
    else { throw .damaged }
    guard version == 1 else { throw .newerFormat }
    guard let members = node.members,
      members.allSatisfy({ ["version", "wanted", "known", "explanation", "confirmed"].contains($0.name) }),
      let isWanted = node["wanted"]?.bool, let tokens = node["known"]?.array, tokens.count <= Self.limit
    else { throw .damaged }
    self.isWanted = isWanted
    if let node = node["explanation"] {
      guard let number = node.integer, (1...Int64(Int32.max)).contains(number) else { throw .damaged }
      explanation = Int(number)
    }
    for token in tokens {
      let token = try Self.token(token)
      guard !known.contains(token) else { throw .damaged }
      known.append(token)
    }
    if let node = node["confirmed"] {
      let token = try Self.token(node)
      guard known.contains(token) else { throw .damaged }
      confirmed = token
    }
  }

  private static func token(_ node: JSONNode) throws(NotificationRefusal) -> PushToken {
    guard let text = node.string, let token = try? PushToken(text) else { throw .damaged }
    return token
  }
}
