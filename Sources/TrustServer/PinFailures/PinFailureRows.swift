#if Server
  /// What devices saw instead of pinned keys, for the operator. Bounded; decides nothing.
  public protocol PinFailureRows {
    /// Remembers the number of a batch that a device told, and when it told it last; of each device the newest
    /// ``PinFailureRow/batches``, as many as a device may tell again and more.
    /// - Returns: false when that number is remembered already: the batch was counted.
    func notePinFailureBatch(_ number: Int64, of device: String, now: Int64) throws(StoreError) -> Bool
    /// Keeps it as the newest one; what the device told of the same kind before is added to it. Beyond `keeping` of the
    /// device, and beyond `unattested` of all devices together that are not in the attested tier, the oldest ones go. A common
    /// bound of ``PinFailureRow/step`` or more may be exceeded by less than a step.
    func addPinFailure(_ row: PinFailureRow, keeping: Int, unattested: Int) throws(StoreError)
    /// The newest first, at most `limit`.
    /// - Parameters:
    ///   - host: only those of this host, byte for byte; nil for all.
    ///   - after: only those of lower positions.
    func pinFailures(host: String?, after: Int64?, limit: Int) throws(StoreError) -> [PinFailureRow]
    /// Drops at most `limit` of those that were told last at `moment` or earlier, and of the numbers of batches as many.
    /// - Returns: how many went, of both.
    func prunePinFailures(receivedBy moment: Int64, limit: Int) throws(StoreError) -> Int
  }
#endif
