/// Cuts a stream of version 0 into events: one XML event after another, a declaration and blanks allowed before each.
///
/// It finds the end of the root element by its tags, quotes respected, and so neither loses nor joins events however the
/// bytes arrive. What it returns is framed and not yet read: give it to ``CoTReader``, which refuses what no event may hold.
/// Servers relay what other clients wrote, so whatever an event must not hold is stepped over, comments and processing
/// instructions between events as well, and an event over the limit is passed over without being kept.
///
/// The stream is closed for good only where the end of an event cannot be found safely, never for what ``CoTReader``
/// would refuse as one event. So it ends at bytes that begin no event, at document types, at an event too large to be
/// passed over, and at tags, values, comments and declarations that are not closed as XML demands: behind those nobody
/// knows where an event begins. A well-formed event without a document type closes it by its size alone.
///
/// Source: ATAK's protocol description, version 0; XML 1.0 (fifth edition), sections 2.5 to 2.7.
public struct CoTStreamReader: Sendable {
  private let maximumBytes: Int
  private let maximumPassed: Int
  private var buffer = StreamBuffer()
  private var frame = EventFrame()
  /// Closed by a refusal: nothing comes any more.
  public private(set) var isClosed = false

  /// - Parameters:
  ///   - maximumBytes: most bytes of one event, its declaration included.
  ///   - maximumPassed: most bytes of an event that is passed over; a larger one closes the stream. What stands between
  ///     events is not kept and not counted.
  public init(maximumBytes: Int = CoTLimits().maximumBytes, maximumPassed: Int = 16 << 20) {
    (self.maximumBytes, self.maximumPassed) = (maximumBytes, maximumPassed)
  }

  /// Takes what came in. Call ``next()`` until it returns nil before more is given.
  ///
  /// - Throws: ``CoTError/closed`` after a refusal; `tooLarge` when events were left lying until twice the limit.
  public mutating func receive(_ bytes: some Collection<UInt8>) throws(CoTError) {
    guard !isClosed else { throw .closed }
    guard buffer.count <= 2 * maximumBytes else { throw refuse(.tooLarge(limit: 2 * maximumBytes)) }
    buffer.append(bytes)
  }

  /// The next event, without what stood before it; nil when more bytes are needed.
  ///
  /// - Throws: ``CoTError`` `tooLarge` for an event that was passed over: call again for the next one, unless the stream
  ///   ``isClosed``. `malformed`, `forbidden`, once; then `closed`. Offsets count from the end of the event before.
  public mutating func next() throws(CoTError) -> [UInt8]? {
    guard !isClosed else { throw .closed }
    let end: Int?
    do throws(CoTError) { end = try frame.end(in: buffer.unread) } catch { throw refuse(error) }
    guard frame.length <= maximumPassed else { throw refuse(.tooLarge(limit: maximumPassed)) }
    let isTooLarge = frame.length > maximumBytes
    guard let end else {
      if isTooLarge || !frame.hasBegun { buffer.consume(frame.discard()) }
      return nil
    }
    let event = isTooLarge ? [] : Array(buffer.unread.prefix(end).dropFirst(frame.start))
    buffer.consume(end)
    frame = EventFrame()
    guard !isTooLarge else { throw .tooLarge(limit: maximumBytes) }
    return event
  }

  /// Ends the reading of events where both sides agreed on another form: what came in behind the last event.
  public mutating func handOver() -> [UInt8] {
    defer {
      isClosed = true
      buffer = StreamBuffer()
    }
    return Array(buffer.unread)
  }

  private mutating func refuse(_ error: CoTError) -> CoTError {
    isClosed = true
    buffer = StreamBuffer()
    return error
  }
}
