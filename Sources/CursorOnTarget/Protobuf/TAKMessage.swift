#if TAK
  import SwiftProtobuf

  /// A message of the TAK protocol, version 1: the same event as in XML, in less than half of the bytes.
  ///
  /// Reading protects as ``CoTReader`` does: sizes, numbers, times and texts are held to the same limits, unknown fields are
  /// left out. The form itself cannot tell a latitude of 0 from a missing one, and it has no place for attributes of the
  /// event that no field is for: those are not written.
  ///
  /// Source: the messages of ATAK and TAK Server (`Scripts/takmessage.proto`).
  public struct TAKMessage: Sendable, Hashable {
    public var versions: TAKVersionRange?
    public var event: CoTEvent?

    public init(versions: TAKVersionRange? = nil, event: CoTEvent? = nil) {
      self.versions = versions
      self.event = event
    }

    /// - Throws: ``CoTError``: `malformed` for what is no such message, else as ``CoTReader/read(_:)``.
    public init(reading bytes: [UInt8], limits: CoTLimits = CoTLimits()) throws(CoTError) {
      // O.Source_1#902
      guard bytes.count <= limits.maximumBytes else { throw .tooLarge(limit: limits.maximumBytes) }
      var options = BinaryDecodingOptions()
      options.messageDepthLimit = 8
      options.discardUnknownFields = true
      let message: WireTakMessage
      do {
        message = try WireTakMessage(serializedBytes: bytes, options: options)
      } catch {
        throw .malformed(expected: "a message of the TAK protocol", offset: 0)
      }
      if message.hasTakControl {
        let control = message.takControl
        versions = TAKVersionRange(
          minimum: control.minProtoVersion, maximum: control.maxProtoVersion,
          contact: try WireText.line(control.contactUid, .takControl))
      }
      if message.hasCotEvent { event = try CoTEvent(message.cotEvent, limits: limits) }
    }

    /// As it is sent, without the head of a stream or a datagram. The same value gives the same bytes.
    ///
    /// - Throws: ``CoTError`` `tooLarge`, `tooDeep` or `tooMany` beyond the limits.
    public func bytes(limits: CoTLimits = CoTLimits()) throws(CoTError) -> [UInt8] {
      var message = WireTakMessage()
      if let versions {
        message.takControl.minProtoVersion = versions.minimum
        message.takControl.maxProtoVersion = versions.maximum
        message.takControl.contactUid = versions.contact?.description ?? ""
      }
      if let event { message.cotEvent = try event.message(limits: limits) }
      let bytes: [UInt8]
      do { bytes = try message.serializedBytes() } catch { throw .tooLarge(limit: limits.maximumBytes) }
      guard bytes.count <= limits.maximumBytes else { throw .tooLarge(limit: limits.maximumBytes) }
      return bytes
    }
  }
#endif
