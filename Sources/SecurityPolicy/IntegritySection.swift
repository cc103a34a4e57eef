import UntrustedInput

/// The section `integrity` of a policy file.
extension IntegrityRequirement {
  static let keys = ["checkInterval"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    guard let interval = try object.object("checkInterval", keys: ["minimum", "maximum"]) else { return }
    let range = Duration.seconds(1) ... .seconds(30 * 86400)
    minimumInterval = try interval.duration("minimum", in: range, or: minimumInterval)
    maximumInterval = try interval.duration("maximum", in: range, or: maximumInterval)
    guard minimumInterval <= maximumInterval else {
      throw .contradiction(.minimumAboveMaximum, path: interval.path, at: interval.place("minimum", "maximum"))
    }
  }

  var json: JSONNode {
    [
      "checkInterval": [
        "minimum": .string(DurationText.format(minimumInterval)),
        "maximum": .string(DurationText.format(maximumInterval)),
      ]
    ]
  }
}
