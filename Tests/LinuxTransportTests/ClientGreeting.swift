#if LinuxClient
  /// The ClientHello of TLS as it lies on the wire, read by its layout. Source: RFC 8446, sections 4.1.2, 4.2 and 5.1.
  struct ClientGreeting {
    private(set) var cipherSuites: [UInt16] = []
    private(set) var extensions: [UInt16: [UInt8]] = [:]

    /// - Returns: nil while it is not whole, and for anything else.
    init?(_ bytes: [UInt8]) {
      var reader = Reader(bytes[...])
      var handshake: [UInt8] = []
      // One message may take several records.
      while handshake.count < 4 || handshake.count < 4 + Reader.number(handshake[1..<4]) {
        guard reader.number(1) == 22, reader.number(2) != nil, let part = reader.vector(2) else { return nil }
        handshake += part
      }
      reader = Reader(handshake[...])
      guard reader.number(1) == 1, reader.number(3) != nil, reader.take(2 + 32) != nil, reader.vector(1) != nil,
        let suites = reader.vector(2), reader.vector(1) != nil, let list = reader.vector(2)
      else { return nil }
      cipherSuites = Self.numbers(suites)
      reader = Reader(list)
      while let kind = reader.number(2), let content = reader.vector(2) { extensions[UInt16(kind)] = Array(content) }
    }

    /// `supported_groups`.
    var groups: [UInt16] { Self.numbers(extensions[10, default: [0, 0]].dropFirst(2)) }
    /// `signature_algorithms`.
    var signatureSchemes: [UInt16] { Self.numbers(extensions[13, default: [0, 0]].dropFirst(2)) }
    /// `supported_versions`.
    var versions: [UInt16] { Self.numbers(extensions[43, default: [0]].dropFirst()) }
    /// `session_ticket` with a ticket, or `pre_shared_key`: a session that nobody would judge anew.
    var resumes: Bool { !extensions[35, default: []].isEmpty || extensions[41] != nil }

    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [UInt16] {
      stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
    }

    private struct Reader {
      private var rest: ArraySlice<UInt8>

      init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

      static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

      mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
      }

      mutating func number(_ count: Int) -> Int? { take(count).map(Self.number) }

      /// Bytes with their count before them.
      mutating func vector(_ width: Int) -> ArraySlice<UInt8>? { number(width).flatMap { take($0) } }
    }
  }
#endif
