extension KeychainPlace {
  /// Whether an item that an older library wrote by this shape may lie in this place. An attribute that one of the two
  /// leaves open may be the same in both, and so may the keychain: a search of macOS's older one for items of iCloud
  /// Keychain looks into the other as well.
  ///
  /// Source: Apple TN3137.
  public func overlaps(_ shape: LegacyShape) -> Bool {
    guard shape.library != .preferences, shape.itemClass == .genericPassword else { return false }
    if let service = shape.service, service != self.service { return false }
    if let other = shape.accessGroup, let accessGroup, other != accessGroup { return false }
    return synchronization == .everywhere || shape.synchronization != .yes
  }
}
