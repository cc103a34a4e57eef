/// The id of this device, another one every fifteen minutes, so that who listens cannot follow a device by it.
///
/// Links that are there keep theirs. Source: Bluetooth Core 5.4, volume 3 part C, appendix A (private addresses change every
/// 15 minutes); an id that outlived the address would undo that.
package struct RotatingID: Sendable {
  package static let lifetime: MeshTime = 15 * 60_000
  private var id: NearbyID?
  private var made: MeshTime = 0

  package init() {}

  /// A clock that went back makes a new one, too.
  package mutating func current(now: MeshTime, random: () -> UInt64) -> NearbyID {
    if let id, now >= made, now - made < Self.lifetime { return id }
    let new = NearbyID(random())
    (id, made) = (new, now)
    return new
  }
}
