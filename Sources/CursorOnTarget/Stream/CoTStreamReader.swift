/// Cuts a stream of version 0 into events: one XML event after another, a declaration and blanks allowed before each.
///
/// It finds the end of the root element by its tags, quotes respected, and so neither loses nor joins events however the
/// bytes arrive. What it returns is framed and not yet read: give it to ``CoTReader``. Bytes that begin no event, and
/// markup that an event must not hold, close the stream for good: behind them nobody knows where an event begins.
///
/// Source: ATAK's protocol description, version 0.
public struct CoTStreamReader: Sendable {
  private let maximumBytes: Int
  private var buffer = StreamBuffer()
  private var frame = EventFrame()
  private var refusal: CoTError?

  /// - Parameter maximumBytes: most bytes of one event, its declaration included.
  public init(maximumBytes: Int = CoTLimits().maximumBytes) { self.maximumBytes = maximumBytes }

  /// Takes what came in. Call ``next()`` until it returns nil before more is given.
  ///
  /// - Throws: ``CoTError/closed`` after a refusal; `tooLarge` when events were left lying until twice the limit.
  public mutating func receive(_ bytes: some Collection<UInt8>) throws(CoTError) {
    guard refusal == nil else { throw .closed }
    guard buffer.count <= 2 * maximumBytes else { throw refuse(.tooLarge(limit: 2 * maximumBytes)) }
    buffer.append(bytes)
  }

  /// The next event, without what stood before it; nil when more bytes are needed.
  ///
  /// - Throws: ``CoTError`` `tooLarge`, `malformed`, `forbidden`, `unsafeCharacter`, once; then `closed`. Offsets count
  ///   from the end of the event before.
  public mutating func next() throws(CoTError) -> [UInt8]? {
    guard refusal == nil else { throw .closed }
    do throws(CoTError) {
      guard let end = try frame.end(in: buffer.unread) else {
        guard buffer.count <= maximumBytes else { throw CoTError.tooLarge(limit: maximumBytes) }
        return nil
      }
      guard end <= maximumBytes else { throw CoTError.tooLarge(limit: maximumBytes) }
      let event = Array(buffer.unread.dropFirst(frame.start).prefix(end - frame.start))
      buffer.consume(end)
      frame = EventFrame()
      return event
    } catch {
      throw refuse(error)
    }
  }

  private mutating func refuse(_ error: CoTError) -> CoTError {
    refusal = error
    buffer = StreamBuffer()
    return error
  }
}
