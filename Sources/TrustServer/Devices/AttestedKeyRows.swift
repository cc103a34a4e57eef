#if Server
  /// The attested keys of devices: one of each device, the last one that was accepted.
  public protocol AttestedKeyRows {
    func attestedKey(device: String) throws(StoreError) -> AttestedKeyRow?
    /// Adds it, or puts it in the place of the device's key.
    func keep(_ row: AttestedKeyRow) throws(StoreError)
    /// Compares and sets: of two servers that saw the same counter one succeeds.
    ///
    /// - Parameters:
    ///   - from: the counter that the caller judged by.
    ///   - to: the counter of the assertion; must be larger.
    /// - Returns: false, and nothing is changed, when the device's key is another one, its counter is not `from`, or
    ///   `to` is not larger.
    func advanceCounter(
      device: String, keyID: [UInt8], from: UInt32, to: UInt32, category: String?, now: Int64
    ) throws(StoreError) -> Bool
  }
#endif
