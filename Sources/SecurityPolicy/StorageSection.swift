import UntrustedInput

/// The section `storage` of a policy file.
extension StorageRequirement {
  static let keys = ["accessibility", "apiCache", "imageCache", "memoryCacheObjects", "places"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    accessibility = try object.word("accessibility", or: accessibility)
    apiCache = try object.duration("apiCache", in: .seconds(0) ... .seconds(365 * 86400), or: apiCache)
    imageCache = try object.duration("imageCache", in: .seconds(0) ... .seconds(365 * 86400), or: imageCache)
    memoryCacheObjects = try object.integer("memoryCacheObjects", in: 0...1_000_000, or: memoryCacheObjects)
    if let object = try object.object("places", keys: DataType.allCases.map(\.rawValue)) {
      places = try StorageMap(reading: object)
    }
  }

  var json: JSONNode {
    [
      "accessibility": .string(accessibility.rawValue), "apiCache": .string(DurationText.format(apiCache)),
      "imageCache": .string(DurationText.format(imageCache)),
      "memoryCacheObjects": .integer(Int64(memoryCacheObjects)), "places": places.json,
    ]
  }
}

extension StorageMap {
  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    for type in DataType.allCases {
      let place = try object.word(type.rawValue, or: place(of: type))
      do throws(StorageRule) { try choose(place, for: type) } catch {
        let allowed = Self.allowed(type).map(\.rawValue).joined(separator: ", ")
        throw .malformed(
          path: object.path(type.rawValue), expected: "one of \(allowed)", at: object.place(type.rawValue))
      }
    }
  }

  /// Every type, so that a slice has one text.
  var json: JSONNode {
    JSONNode(.object(DataType.allCases.map { JSONMember($0.rawValue, .string(place(of: $0).rawValue)) }))
  }
}
