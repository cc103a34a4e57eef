/// Cuts a stream of the TAK protocol into messages: 0xBF, the length as a varint, then so many bytes.
///
/// Protects against lengths beyond the limit before a byte is kept for them. Anything but 0xBF between messages closes the
/// stream for good.
///
/// Source: ATAK's protocol description, version 1, streaming connections.
public struct TAKStreamReader: Sendable {
  private let maximumBytes: Int
  private var buffer = StreamBuffer()
  private var isClosed = false

  /// - Parameter maximumBytes: most bytes of one message, without its head.
  public init(maximumBytes: Int = CoTLimits().maximumBytes) { self.maximumBytes = maximumBytes }

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
  /// - Throws: ``CoTError`` `tooLarge` or `malformed`, once; then `closed`.
  public mutating func next() throws(CoTError) -> [UInt8]? {
    guard !isClosed else { throw .closed }
    let unread = buffer.unread
    guard let magic = unread.first else { return nil }
    guard magic == TAKDatagram.magic else { throw refuse(.malformed(expected: "0xBF", offset: 0)) }
    do throws(CoTError) {
      guard let (number, length) = try TAKVarint.read(unread.dropFirst()) else { return nil }
      guard number <= UInt64(maximumBytes) else { throw CoTError.tooLarge(limit: maximumBytes) }
      let head = 1 + length
      guard unread.count >= head + Int(number) else { return nil }
      let message = Array(unread.dropFirst(head).prefix(Int(number)))
      buffer.consume(head + Int(number))
      return message
    } catch {
      throw refuse(error)
    }
  }

  private mutating func refuse(_ error: CoTError) -> CoTError {
    isClosed = true
    buffer = StreamBuffer()
    return error
  }
}
