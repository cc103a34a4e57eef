import UntrustedInput

extension RecordBatch {
  /// Puts entries into as few batches as the limits allow, in their order: each can be read on the other side.
  ///
  /// - Parameters:
  ///   - anchor: goes into every batch; sending the same one again is no rollback.
  ///   - most: entries of one batch, ``maximumEntries`` at most.
  ///   - limit: bytes of one batch, ``wireByteLimit`` at most; the whole message counts, not the payloads.
  /// - Throws: ``WireError/recordTooLarge(index:bytes:limit:)`` for an entry that no batch can hold,
  ///   ``WireError/missing(member:)`` for one that the other side would refuse (NUL, a name of another length). Nothing
  ///   is left out silently; ``check(_:limit:)`` finds such entries beforehand.
  public static func batches(
    of entries: some Sequence<Entry>, anchor: RecordStoreAnchor? = nil, most: Int = maximumEntries,
    limit: Int = wireByteLimit
  ) throws(WireError) -> [RecordBatch] {
    let envelope = RecordBatch([], anchor: anchor).bytes.count
    let (most, limit) = (max(1, min(most, maximumEntries)), min(limit, wireByteLimit))
    var batches: [RecordBatch] = []
    var open: [Entry] = []
    var size = envelope
    var index = 0
    for entry in entries {
      let bytes = try Self.size(of: entry, at: index, limit: limit)
      // The comma before it, unless it is the first.
      if open.count == most || size + 1 + bytes > limit, !open.isEmpty {
        batches.append(RecordBatch(open, anchor: anchor))
        (open, size) = ([], envelope)
      }
      size += bytes + (open.isEmpty ? 0 : 1)
      open.append(entry)
      index += 1
    }
    if !open.isEmpty { batches.append(RecordBatch(open, anchor: anchor)) }
    return batches
  }

  /// Whether a record can be sent at all, asked before it is kept: one that cannot would wait for ever.
  /// - Throws: as ``batches(of:anchor:most:limit:)``, with index 0.
  public static func check(_ entry: Entry, limit: Int = wireByteLimit) throws(WireError) {
    _ = try Self.size(of: entry, at: 0, limit: min(limit, wireByteLimit))
  }

  /// Bytes of one entry. Room for the largest anchor is always kept, so that no entry fits today and not tomorrow.
  private static func size(of entry: Entry, at index: Int, limit: Int) throws(WireError) -> Int {
    let bytes = JSONWriter().bytes(entry.node).count
    let room = limit - largestEnvelope
    guard bytes <= room else { throw .recordTooLarge(index: index, bytes: bytes, limit: max(0, room)) }
    _ = try Entry(wire: entry.node)
    return bytes
  }

  /// `{"version":1,"anchor":{"store":"…","generation":…,"digest":"…"},"records":[]}` with 22, 19 and 43 characters.
  private static let largestEnvelope = 158
}
