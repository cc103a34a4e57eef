#if Server
  /// The device keys that were admitted.
  public protocol DeviceRows {
    /// Adds the device, or renews what is known of it; `firstSeen` of an existing row stays. Its earlier reports are those
    /// of an admitted device from then on.
    func saveDevice(_ device: DeviceRow) throws(StoreError)
    func device(thumbprint: String) throws(StoreError) -> DeviceRow?
    func devices() throws(StoreError) -> [DeviceRow]
    /// Those that were seen last first, at most `limit`.
    /// - Parameter after: only those behind this place.
    func devices(after: DeviceCursor?, limit: Int) throws(StoreError) -> [DeviceRow]
    /// Thumbprints that begin with `prefix`: of devices that were admitted, reported or were blocked; in order, at most
    /// `limit`.
    func thumbprints(beginning prefix: String, limit: Int) throws(StoreError) -> [String]
    /// Drops at most `limit` devices that were last seen at `moment` or earlier, have no session left and are not
    /// blocked, with their reports and attested keys.
    /// - Returns: how many went.
    func pruneDevices(seenBy moment: Int64, limit: Int) throws(StoreError) -> Int
  }
#endif
