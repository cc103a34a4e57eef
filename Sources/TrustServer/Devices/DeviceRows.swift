#if Server
  /// The device keys that were admitted.
  public protocol DeviceRows {
    /// Adds the device, or renews what is known of it; `firstSeen` of an existing row stays.
    func saveDevice(_ device: DeviceRow) throws(StoreError)
    func device(thumbprint: String) throws(StoreError) -> DeviceRow?
    func devices() throws(StoreError) -> [DeviceRow]
    /// Drops at most `limit` devices that were last seen at `moment` or earlier and have no session left.
    /// - Returns: how many went.
    func pruneDevices(seenBy moment: Int64, limit: Int) throws(StoreError) -> Int
  }
#endif
