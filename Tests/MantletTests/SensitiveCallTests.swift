#if os(Linux)
  import Foundation
  import Glibc
  import HTTPTypes
  import Mantlet
  import NetworkTrust
  import Redaction
  import SecurityTesting
  import Synchronization
  import Testing

  private struct Broken: Error {}

  @Suite(.timeLimit(.minutes(15))) struct SensitiveCallTests {
    private static let path = "/v1/letters/7"
    /// Below the size from which on the allocator gives memory back to the system: what is freed can still be looked at.
    private static let count = 64 << 10
    private let piece = 64

    /// Bytes that nobody else has, no two pieces of them alike.
    private static func letter() -> [UInt8] {
      var dice = SystemRandomNumberGenerator()
      return (0..<count).map { _ in UInt8(truncatingIfNeeded: dice.next() as UInt64) }
    }

    /// The address of the array that the transport gave out.
    private final class Given: Sendable {
      let letter = Mutex<(address: UInt, sample: [UInt8])>((0, []))
    }

    /// Signed in, with a transport that keeps nothing of the letter but a copy and its address.
    private func stage(_ given: Given) async throws -> Stage {
      let stage = try await Stage { adapters in
        let others = adapters.transport
        adapters.transport = InMemoryTransport { request, body async throws(NetworkError) in
          guard request.path == Self.path else { return try await others.send(request, body: body) }
          let letter = Self.letter()
          given.letter.withLock {
            $0 = (letter.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }, letter.map { $0 ^ 0x5A })
          }
          return HTTPAnswer(response: HTTPResponse(status: .ok), body: letter)
        }
      }
      try await stage.shield.enroll()
      try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
      return stage
    }

    /// How many pieces of the letter lie at the address now.
    private func pieces(of sample: [UInt8], at address: UInt) -> Int {
      let file = open("/proc/self/mem", O_RDONLY)
      defer { close(file) }
      var now = [UInt8](repeating: 0, count: piece)
      return stride(from: 0, to: sample.count, by: piece).count { start in
        guard pread(file, &now, piece, off_t(address) + off_t(start)) == piece else { return false }
        return zip(now, sample[start..<start + piece]).allSatisfy { $0 == $1 ^ 0x5A }
      }
    }

    @Test("The array of the transport is zeroed before anybody has the answer, and the body when it was decoded")
    func zeroed() async throws {
      for fails in [false, true] {
        let given = Given()
        let stage = try await stage(given)
        let answer = try await stage.shield.callForSensitive(.get, Self.path)
        let (address, sample) = given.letter.withLock { $0 }
        #expect(pieces(of: sample, at: address) == 0)
        #expect(answer.response.status == .ok && answer.count == Self.count)
        var place: UInt = 0
        do {
          try answer.decodeAndDiscard { raw throws(Broken) in
            place = UInt(bitPattern: raw.baseAddress)
            #expect(pieces(of: sample, at: place) == Self.count / piece, "the probe sees the memory")
            if fails { throw Broken() }
          }
          #expect(!fails)
        } catch { #expect(fails) }
        #expect(pieces(of: sample, at: place) == 0)
      }
    }

    @Test("An ordinary call leaves its pieces in memory: the probe tells the two apart")
    func control() async throws {
      let given = Given()
      let stage = try await stage(given)
      let answer = try await stage.shield.call(.get, Self.path)
      let (address, sample) = given.letter.withLock { $0 }
      #expect(pieces(of: sample, at: address) == Self.count / piece)
      #expect(answer.body.count == Self.count)
    }
  }
#endif
