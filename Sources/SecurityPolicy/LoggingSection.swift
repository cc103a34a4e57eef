import UntrustedInput

/// The section `logging` of a policy file. `file` is not written where there is none, so that a policy from before it
/// keeps its digest.
extension LoggingRequirement {
  static let keys = ["release", "debug", "file"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    release = try object.word("release", or: release)
    debug = try object.word("debug", or: debug)
    file = try object.object("file", keys: LogFileRequirement.keys).map { file throws(PolicyError) in
      try LogFileRequirement(reading: file)
    }
  }

  var json: JSONNode {
    var members = [
      JSONMember("release", .string(release.rawValue)), JSONMember("debug", .string(debug.rawValue)),
    ]
    if let file { members.append(JSONMember("file", file.json)) }
    return JSONNode(.object(members))
  }
}

/// The object `logging.file`.
extension LogFileRequirement {
  static let keys = ["name", "bytes", "days"]

  init(reading object: PolicyReader) throws(PolicyError) {
    let expected = "1 to 32 of a–z, 0–9 and -"
    guard let name = try object.value("name", expected: expected, Self.checkedName) else {
      throw .missingKey(path: object.path("name"), at: object.position)
    }
    self.init(name: name)
    bytes = try object.integer("bytes", in: (16 << 10)...(64 << 20), or: bytes)
    days = try object.integer("days", in: 1...365, or: days)
  }

  /// It becomes the name of a folder.
  private static func checkedName(_ text: String) -> String? {
    let isFit = text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    return isFit && (1...32).contains(text.utf8.count) ? text : nil
  }

  var json: JSONNode {
    ["name": .string(name), "bytes": .integer(Int64(bytes)), "days": .integer(Int64(days))]
  }
}
