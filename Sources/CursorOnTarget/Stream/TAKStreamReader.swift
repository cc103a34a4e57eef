/// Cuts a stream of the TAK protocol into messages: 0xBF, the length as a varint, then so many bytes.
///
/// Protects against lengths beyond the limit before a byte is kept for them. Servers relay what other clients wrote, so
/// a message over the limit is passed over without being kept. The stream is closed for good by a length beyond what is
/// passed over, by one that is no number, and by anything but 0xBF between messages.
///
/// Source: ATAK's protocol description, version 1, streaming connections.
public struct TAKStreamReader: Sendable {
  private let maximumBytes: Int
  private let maximumPassed: Int
  private var buffer = StreamBuffer()
  /// Bytes still to come of a message that is passed over.
  private var rest = 0
  /// Closed by a refusal: nothing comes any more.
  public private(set) var isClosed = false

  /// - Parameters:
  ///   - maximumBytes: most bytes of one message, without its head.
  ///   - maximumPassed: most bytes of a message that is passed over, the same as of an event of ``CoTStreamReader``; a
  ///     larger one closes the stream.
  public init(maximumBytes: Int = CoTLimits().maximumBytes, maximumPassed: Int = 16 << 20) {
    (self.maximumBytes, self.maximumPassed) = (maximumBytes, maximumPassed)
  }

  /// One message as it is sent.
  public static func frame(_ message: [UInt8]) -> [UInt8] {
    [TAKDatagram.magic] + TAKVarint.bytes(UInt64(message.count)) + message
  }

  /// Takes what came in. Call ``next()`` until it returns nil before more is given.
  ///
  /// - Throws: ``CoTError/closed`` after a refusal; `tooLarge` when messages were left lying until twice the limit.
  public mutating func receive(_ bytes: some Collection<UInt8>) throws(CoTError) {
    guard !isClosed else { throw .closed }
    guard buffer.count <= 2 * maximumBytes + 16 else { throw refuse(.tooLarge(limit: 2 * maximumBytes)) }
    buffer.append(bytes)
  }

  /// The next message without its head; nil when more bytes are needed.
  ///
  /// - Throws: ``CoTError`` `tooLarge` at the end of a message that was passed over: call again for the next one,
  ///   unless the stream ``isClosed``. `malformed`, once; then `closed`.
  public mutating func next() throws(CoTError) -> [UInt8]? {
    guard !isClosed else { throw .closed }
    if rest == 0 {
      guard let (length, count) = try head() else { return nil }
      guard count > maximumBytes else { return message(length, count) }
      buffer.consume(length)
      rest = count
    }
    let passed = min(rest, buffer.count)
    buffer.consume(passed)
    rest -= passed
    guard rest == 0 else { return nil }
    throw .tooLarge(limit: maximumBytes)
  }

  /// The length of the next head, and how many bytes it promises; nil when more are needed to tell.
  private mutating func head() throws(CoTError) -> (length: Int, count: Int)? {
    guard let magic = buffer.unread.first else { return nil }
    guard magic == TAKDatagram.magic else { throw refuse(.malformed(expected: "0xBF", offset: 0)) }
    let read: (number: UInt64, length: Int)?
    do throws(CoTError) { read = try TAKVarint.read(buffer.unread.dropFirst()) } catch { throw refuse(error) }
    guard let (number, length) = read else { return nil }
    guard number <= UInt64(maximumPassed) else { throw refuse(.tooLarge(limit: maximumPassed)) }
    return (1 + length, Int(number))
  }

  private mutating func message(_ length: Int, _ count: Int) -> [UInt8]? {
    guard buffer.count >= length + count else { return nil }
    let message = Array(buffer.unread.dropFirst(length).prefix(count))
    buffer.consume(length + count)
    return message
  }

  private mutating func refuse(_ error: CoTError) -> CoTError {
    isClosed = true
    buffer = StreamBuffer()
    return error
  }
}
