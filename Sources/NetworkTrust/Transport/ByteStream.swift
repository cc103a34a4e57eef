/// A long-lived TLS stream to a server that was judged before the stream was handed out.
///
/// Claim: what is written goes to that server only and what is read comes from it, whole and in order, until the end.
/// An end that the server did not announce is an error and never looks like an orderly one.
///
/// Not protected: *open* does not mean *accepted*. With TLS 1.3 the client's handshake ends before the server has looked
/// at the client's certificate, so a refusal shows up at the first read or write, as
/// ``NetworkError/clientCertificateRefused``, ``NetworkError/clientCertificateRequired`` or ``NetworkError/closed``. Wait
/// for the server's first answer before telling anybody that it is connected. A stream is not judged again: a certificate
/// that expires while it is open is noticed at the next one. Only a key that a signed update withdraws ends streams, where
/// their opener adopts it.
///
/// Source: RFC 8446, sections 4.4.2, 4.6.2 and 6.1; TR-03161-1 O.Ntwk_1; MASVS-NETWORK-1.
public protocol ByteStream: Sendable {
  /// The next bytes, at least one and at most `limit`; nil after the server's orderly end. There is no time limit:
  /// whoever needs one cancels, which keeps the stream and its bytes.
  ///
  /// - Throws: ``NetworkError/busy(limit:)`` while another read waits; ``NetworkError/cancelled``;
  ///   ``NetworkError/closed`` when the connection ended without notice or was closed here;
  ///   ``NetworkError/pinMismatch`` when the server's key was withdrawn meanwhile.
  func read(upTo limit: Int) async throws(NetworkError) -> [UInt8]?

  /// Returns when the platform took all the bytes: a server that reads slowly slows the writer down. Writes at the same
  /// time do not mix. A write that fails, or is cancelled, ends the stream: nobody knows how much of it left.
  ///
  /// - Throws: ``NetworkError/timeout`` when the policy's time for a request passed, ``NetworkError/cancelled``,
  ///   ``NetworkError/closed``.
  func write(_ bytes: [UInt8]) async throws(NetworkError)

  /// Ends the stream in order. What waits fails with ``NetworkError/closed``. Twice is no error.
  func close() async
}
