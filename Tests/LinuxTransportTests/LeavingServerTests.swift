#if LinuxClient
  import Dispatch
  import LinuxTransport
  import NIOCore
  import NIOPosix
  import NetworkTrust
  import Synchronization
  import Testing

  /// Connections that end while the pool looks at them.
  @Suite(.timeLimit(.minutes(15))) struct LeavingServerTests {
    @Test("A server that leaves an idle connection, goes on talking and cuts it ends that connection and nothing else")
    func reset() async throws {
      let tests = try PinnedHTTPTransportTests()
      let server = try await LeavingServer(for: tests)
      let transport = try tests.transport(at: server.port)
      for _ in 0..<10 {
        #expect(await transport.failure(tests.request()) == nil)
        // All of it has come, the reset too, before the client reads the first byte.
        let held = HeldLoops()
        await held.areHeld()
        await server.leave()
        held.letGo()
      }
      #expect(await transport.failure(tests.request()) == nil)
      await transport.close()
      try await server.stop()
    }
  }

  /// Every loop that a client may have its connections on, held until it is let go.
  private final class HeldLoops: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let count = Mutex((asked: 0, held: 0))

    init() {
      for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
        count.withLock { $0.asked += 1 }
        loop.execute { [self] in
          count.withLock { $0.held += 1 }
          // For tests that wait for a loop on a thread that this one needs.
          _ = gate.wait(timeout: .now() + 10)
        }
      }
    }

    func areHeld() async { while count.withLock({ $0.held < $0.asked }) { await Task.yield() } }
    func letGo() { for _ in 0..<count.withLock({ $0.asked }) { gate.signal() } }
  }
#endif
