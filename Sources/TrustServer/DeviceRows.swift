#if Server
  /// The device keys that were admitted.
  public protocol DeviceRows {
    /// Adds the device, or renews what is known of it; `firstSeen` of an existing row stays.
    func saveDevice(_ device: DeviceRow) throws(StoreError)
    func device(thumbprint: String) throws(StoreError) -> DeviceRow?
    func devices() throws(StoreError) -> [DeviceRow]
  }
#endif
