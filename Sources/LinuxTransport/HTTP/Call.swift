#if LinuxClient
  import NIOCore
  import NIOHTTP1
  import NetworkTrust

  /// One request as ``AnswerReader`` puts it on the wire.
  struct Call: Sendable {
    enum Outcome: Sendable {
      case answered(HTTPAnswer, mayReuse: Bool)
      /// The connection had ended before the request was handed to it: nothing of it left.
      case neverWritten
      /// The connection ended after the request was handed to it and before any part of an answer.
      case lost(NetworkError)
      case failed(NetworkError)
    }

    let head: HTTPRequestHead
    let body: [UInt8]
    let exchange: Exchange
    let outcome: EventLoopPromise<Outcome>
  }
#endif
