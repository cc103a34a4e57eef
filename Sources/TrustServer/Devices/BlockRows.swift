#if Server
  /// The devices that operators have blocked. They are never forgotten by time.
  public protocol BlockRows {
    /// From here to the end of the transaction nobody else blocks or unblocks this device, also when there is no row.
    func block(device: String) throws(StoreError) -> DeviceBlock?
    /// Adds it, or replaces reason and date.
    func saveBlock(_ block: DeviceBlock) throws(StoreError)
    func removeBlock(device: String) throws(StoreError)
    /// The newest first, at most `limit`.
    /// - Parameter after: only those behind this place.
    func blocks(after: DeviceCursor?, limit: Int) throws(StoreError) -> [DeviceBlock]
  }
#endif
