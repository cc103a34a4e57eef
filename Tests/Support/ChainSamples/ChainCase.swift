/// A chain as a server would present it, and what it is to be judged by.
package struct ChainCase: Sendable {
  package let number: Int
  package let faults: Set<ChainFault>
  /// DER, leaf first.
  package let chain: [[UInt8]]
  package let anchor: [UInt8]
  package let host: String
  /// The leaf's private key, PEM; nil where nobody holds it.
  package let keyPEM: String?
  /// Seconds since 1970.
  package let now: Int64

  package var name: String { "\(number): " + faults.map(\.rawValue).sorted().joined(separator: ", ") }
}
