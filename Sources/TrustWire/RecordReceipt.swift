import UntrustedInput

/// Which records the server now holds durably: the device may mark these as synced.
public struct RecordReceipt: WireMessage {
  public let accepted: [String]
  public init(accepted: [String]) { self.accepted = accepted }

  public var members: [JSONMember] { [JSONMember("accepted", .strings(accepted))] }
  /// The ids that the server holds durably now.
  public init(members node: JSONNode) throws(WireError) {
    accepted = try node.texts("accepted", most: RecordBatch.maximumEntries)
  }
}
