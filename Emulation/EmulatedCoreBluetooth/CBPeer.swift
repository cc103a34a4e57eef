public import Foundation

open class CBPeer: NSObject {
  /// Another one for every pair of devices and every address that the other one takes.
  public let identifier: UUID
  init(identifier: UUID) { self.identifier = identifier }
}

/// The other side of a connection that somebody else opened.
open class CBCentral: CBPeer {
  weak var wire: EmulatedWire?

  /// Follows Apple: what a notification carries at most.
  open var maximumUpdateValueLength: Int { wire?.valueLength ?? 20 }
}

/// The numbers are Apple's.
public enum CBPeripheralState: Int, Sendable {
  case disconnected = 0
  case connecting = 1
  case connected = 2
  case disconnecting = 3
}
