/// Opens streams to one server: the seam between a protocol that speaks and how its bytes travel.
public protocol ByteStreamOpener: Sendable {
  /// A stream whose server was judged by a ``TrustEvaluation`` (or the platform's equal of it), with no byte of the
  /// protocol sent yet. See ``ByteStream`` for what that does not say about the server's judgement of the client.
  func open() async throws(NetworkError) -> any ByteStream
}
