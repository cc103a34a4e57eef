import UntrustedInput

/// The object `session.pin` of a policy file.
extension PINRequirement {
  static let keys = ["minimumDigits", "maximumDigits", "weak", "tries", "triesWithoutDelay", "firstDelay"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    minimumDigits = try object.integer("minimumDigits", in: 4...16, or: minimumDigits)
    maximumDigits = try object.integer("maximumDigits", in: 4...16, or: maximumDigits)
    weak = try object.word("weak", or: weak)
    tries = try object.integer("tries", in: 3...20, or: tries)
    triesWithoutDelay = try object.integer("triesWithoutDelay", in: 1...20, or: triesWithoutDelay)
    firstDelay = try object.duration("firstDelay", in: .seconds(1) ... .seconds(3600), or: firstDelay)
    guard minimumDigits <= maximumDigits else {
      throw .contradiction(.minimumAboveMaximum, path: object.path, at: object.place("minimumDigits", "maximumDigits"))
    }
  }

  var json: JSONNode {
    [
      "minimumDigits": .integer(Int64(minimumDigits)), "maximumDigits": .integer(Int64(maximumDigits)),
      "weak": .string(weak.rawValue), "tries": .integer(Int64(tries)),
      "triesWithoutDelay": .integer(Int64(triesWithoutDelay)), "firstDelay": .string(DurationText.format(firstDelay)),
    ]
  }
}
