import CursorOnTarget

/// How events stand on one stream: as XML at first, as messages of version 1 from the moment on which both sides agreed.
struct TakStreamForm: Sendable {
  /// What came in next.
  enum Item: Sendable {
    case event(CoTEvent)
    /// A message without an event.
    case nothing
    /// What no event may be; the stream goes on behind it.
    case refused(CoTError)
  }

  /// Whether this build can write and read messages: with the trait `TAK`.
  static var speaksMessages: Bool {
    #if TAK
      return true
    #else
      return false
    #endif
  }

  private var events = CoTStreamReader()
  private var messages: TAKStreamReader?

  /// 0 for XML, 1 for messages.
  var version: Int { messages == nil ? 0 : 1 }

  /// - Parameter bytes: at most half of what a reader may leave lying.
  /// - Throws: ``CoTError`` `closed`, `tooLarge`: nobody asked for what came before.
  mutating func receive(_ bytes: ArraySlice<UInt8>) throws(CoTError) {
    if messages == nil { try events.receive(bytes) } else { try messages?.receive(bytes) }
  }

  /// What came in next; nil when more bytes are needed.
  ///
  /// - Throws: what ends the stream: behind it nobody knows where an event begins.
  mutating func next() throws(CoTError) -> Item? {
    do throws(CoTError) {
      guard messages == nil else { return try messages?.next().map(Self.read(message:)) }
      return try events.next().map(Self.read(event:))
    } catch {
      // Behind one that was passed over the stream goes on.
      guard messages?.isClosed ?? events.isClosed else { return .refused(error) }
      throw error
    }
  }

  /// Both directions hold messages from here on, and so does what came in behind the last event.
  mutating func change() throws(CoTError) {
    guard messages == nil else { throw .unexpectedControl }
    var reader = TAKStreamReader()
    try reader.receive(events.handOver())
    messages = reader
  }

  /// - Throws: ``CoTError`` `tooLarge`, `tooDeep`, `tooMany`.
  func bytes(_ event: CoTEvent) throws(CoTError) -> [UInt8] {
    #if TAK
      if messages != nil { return TAKStreamReader.frame(try TAKMessage(event: event).bytes()) }
    #endif
    return try CoTWriter().bytes(event)
  }

  private static func read(event bytes: [UInt8]) -> Item {
    do throws(CoTError) { return .event(try CoTReader().read(bytes)) } catch { return .refused(error) }
  }

  private static func read(message bytes: [UInt8]) -> Item {
    #if TAK
      do throws(CoTError) { return try TAKMessage(reading: bytes).event.map(Item.event) ?? .nothing } catch {
        return .refused(error)
      }
    #else
      return .refused(.unsupportedVersion(1))
    #endif
  }
}
