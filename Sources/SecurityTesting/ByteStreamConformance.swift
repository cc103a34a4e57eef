import NetworkTrust
import SecurityPolicy

/// What every `ByteStream` must do, checked against a server that sends back what it gets.
public enum ByteStreamConformance {
  /// - Parameters:
  ///   - patience: how long a cancelled read may take; then the stream is closed, which fails its claim.
  ///   - open: a new stream to an echoing server.
  /// - Returns: each claim with its verdict.
  public static func check(
    patience: Duration = .seconds(10), _ open: () async throws(NetworkError) -> any ByteStream
  ) async -> [String: Verdict] {
    [
      "Bytes come back whole and in order": await verdict(open) { stream in
        let sent = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        async let got = read(sent.count, from: stream)
        try await stream.write(sent)
        return try await got == sent
      },
      "A read takes no more than it asks for": await verdict(open) { stream in
        try await stream.write([1, 2, 3])
        guard try await stream.read(upTo: 2)?.count ?? 3 <= 2 else { return false }
        return try await stream.read(upTo: 2) != nil
      },
      "A cancelled read leaves the stream and its bytes": await verdict(open) { stream in
        let reading = Task { () -> NetworkError? in
          do throws(NetworkError) {
            _ = try await stream.read(upTo: 1)
            return nil
          } catch { return error }
        }
        reading.cancel()
        let watch = Task {
          try await Task.sleep(for: patience)
          await stream.close()
        }
        let end = await reading.value
        watch.cancel()
        guard end == .cancelled else { return false }
        try await stream.write([9])
        return try await stream.read(upTo: 4) == [9]
      },
      "A read of nothing is refused": await verdict(open) { stream in
        do throws(NetworkError) {
          _ = try await stream.read(upTo: 0)
          return false
        } catch { return error == .invalidRequest }
      },
      "After closing, reads and writes fail": await verdict(open) { stream in
        await stream.close()
        await stream.close()
        do throws(NetworkError) {
          _ = try await stream.read(upTo: 1)
          return false
        } catch { guard error == .closed else { return false } }
        do throws(NetworkError) {
          try await stream.write([1])
          return false
        } catch { return error == .closed }
      },
      "A cancelled write ends the stream": await verdict(open) { stream in
        let writing = Task { () -> NetworkError? in
          do throws(NetworkError) {
            try await stream.write(.init(repeating: 0, count: 1 << 24))
            return nil
          } catch { return error }
        }
        writing.cancel()
        // It may have been faster.
        guard let error = await writing.value else { return true }
        guard error == .cancelled else { return false }
        do throws(NetworkError) {
          try await stream.write([1])
          return false
        } catch { return true }
      },
    ]
  }

  private static func read(_ count: Int, from stream: any ByteStream) async throws(NetworkError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let next = try await stream.read(upTo: 4096) else { throw .closed }
      bytes += next
    }
    return bytes
  }

  private static func verdict(
    _ open: () async throws(NetworkError) -> any ByteStream, _ claim: (any ByteStream) async throws -> Bool
  ) async -> Verdict {
    do {
      let stream = try await open()
      let holds = try await claim(stream)
      await stream.close()
      return holds ? .holds : .fails("the stream did something else")
    } catch { return .fails("the stream failed") }
  }
}
