/// Formats of images that are told apart by their first bytes.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  case png, jpeg, gif, webp, heic, avif, bmp

  /// The media type. Source: IANA, Media Types, image.
  public var mediaType: String { "image/" + rawValue }

  /// The format that a media type names, parameters and case aside; nil for another type.
  init?(mediaType: String) {
    let type = mediaType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    switch type {
    case "image/jpg", "image/pjpeg": self = .jpeg
    case "image/heif", "image/heic-sequence", "image/heif-sequence": self = .heic
    case "image/x-ms-bmp", "image/x-bmp": self = .bmp
    default:
      guard let known = Self.allCases.first(where: { $0.mediaType == type }) else { return nil }
      self = known
    }
  }
}
