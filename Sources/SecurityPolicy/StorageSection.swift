import UntrustedInput

/// The section `storage` of a policy file.
extension StorageRequirement {
  static let keys = ["accessibility", "apiCache", "imageCache", "memoryCacheObjects"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    accessibility = try object.word("accessibility", or: accessibility)
    apiCache = try object.duration("apiCache", in: .seconds(0) ... .seconds(365 * 86400), or: apiCache)
    imageCache = try object.duration("imageCache", in: .seconds(0) ... .seconds(365 * 86400), or: imageCache)
    memoryCacheObjects = try object.integer("memoryCacheObjects", in: 0...1_000_000, or: memoryCacheObjects)
  }

  var json: JSONNode {
    [
      "accessibility": .string(accessibility.rawValue), "apiCache": .string(DurationText.format(apiCache)),
      "imageCache": .string(DurationText.format(imageCache)),
      "memoryCacheObjects": .integer(Int64(memoryCacheObjects)),
    ]
  }
}
