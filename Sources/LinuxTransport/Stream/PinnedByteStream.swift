#if LinuxClient
  import NIOCore
  import NIOSSL
  import NetworkTrust
  import Synchronization

  /// A ``ByteStream`` on a channel whose server was judged.
  final class PinnedByteStream: ByteStream {
    private let channel: any Channel
    private let inbox: NIOLoopBound<StreamInbox>
    private let writeLimit: TimeAmount
    private let shown: ShownIdentity
    /// The path that its server was accepted for.
    let proof: ValidatedServerChain

    /// Puts the last handler on the channel, on its event loop.
    init(on channel: any Channel, after handshake: Handshake, writeLimit: TimeAmount) throws {
      let inbox = StreamInbox(shown: handshake.shown)
      (shown, proof) = (handshake.shown, handshake.proof)
      // The server is read when somebody reads, so one that talks too much fills its own buffers and not ours.
      try channel.syncOptions?.setOption(.autoRead, value: false)
      try channel.pipeline.syncOperations.addHandler(inbox)
      self.channel = channel
      self.inbox = NIOLoopBound(inbox, eventLoop: channel.eventLoop)
      self.writeLimit = writeLimit
    }

    deinit { channel.close(mode: .all, promise: nil) }

    func read(upTo limit: Int) async throws(NetworkError) -> [UInt8]? {
      guard limit > 0 else { throw .invalidRequest }
      let request = StreamInbox.Request(limit: limit, promise: channel.eventLoop.makePromise(of: [UInt8]?.self))
      let (loop, inbox) = (channel.eventLoop, inbox)
      return try await withTaskCancellationHandler { () async -> Result<[UInt8]?, NetworkError> in
        loop.execute { inbox.value.read(request) }
        do { return .success(try await request.promise.futureResult.get()) } catch {
          return .failure(NetworkError(error))
        }
      } onCancel: {
        request.cancel()
        loop.execute { inbox.value.drop(request) }
      }.get()
    }

    func write(_ bytes: [UInt8]) async throws(NetworkError) {
      let (channel, inbox) = (channel, inbox)
      let written = channel.eventLoop.makePromise(of: Void.self)
      let end: @Sendable (NetworkError) -> Void = {
        written.fail($0)
        channel.close(mode: .all, promise: nil)
      }
      let timer = channel.eventLoop.scheduleTask(in: writeLimit) { end(.timeout) }
      defer { timer.cancel() }
      try await withTaskCancellationHandler { () async -> Result<Void, NetworkError> in
        channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: written)
        do { return .success(try await written.futureResult.get()) } catch {
          let reason = NetworkError(error, shown: shown)
          let known = try? await channel.eventLoop.submit { inbox.value.reason }.get()
          switch reason {
          case .timeout, .cancelled: return .failure(reason)
          case .unreachable: return .failure(known ?? .closed)
          default: return .failure(known ?? reason)
          }
        }
      } onCancel: {
        end(.cancelled)
      }.get()
    }

    /// Ends it at once: what was not read is gone.
    func end(_ reason: NetworkError) {
      let (channel, inbox) = (channel, inbox)
      channel.eventLoop.execute {
        inbox.value.close(reason)
        channel.close(mode: .all, promise: nil)
      }
    }

    func close() async {
      let inbox = inbox
      // The server's goodbye is read, too; without it closing would wait for its time limit.
      try? await channel.setOption(.autoRead, value: true).get()
      try? await channel.eventLoop.submit { inbox.value.close() }.get()
      try? await channel.close(mode: .all).get()
    }
  }
#endif
