/// Why a key is not shown as a QR code. No case carries a part of the key.
@nonexhaustive
public enum MeshKeyCodeError: Error, Sendable, Hashable {
  /// The text is empty, or longer than a code of this level holds; in bytes.
  case length(limit: Int)
  /// So many pixels are needed on each side, and fewer were given.
  case room(needed: Int)
  /// The system made no image. Try again; if it stays so, give the key by another way.
  case notDrawn
}

extension MeshKeyCodeError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .length(let limit): "a QR code holds 1 to \(limit) bytes"
    case .room(let needed): "the QR code needs at least \(needed) pixels on each side"
    case .notDrawn: "the system drew no QR code"
    }
  }
}
