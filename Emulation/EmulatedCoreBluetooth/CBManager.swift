import Dispatch
public import Foundation

/// The numbers are Apple's.
public enum CBManagerState: Int, Sendable {
  case unknown = 0
  case resetting = 1
  case unsupported = 2
  case unauthorized = 3
  case poweredOff = 4
  case poweredOn = 5
}

/// The numbers are Apple's.
public enum CBManagerAuthorization: Int, Sendable {
  case notDetermined = 0
  case restricted = 1
  case denied = 2
  case allowedAlways = 3
}

/// Follows Apple: unknown until the delegate was told; unauthorized where the person refused.
open class CBManager: NSObject {
  let radio: EmulatedRadio
  let queue: DispatchQueue
  let restoreIdentifier: String?
  var isTold = false

  init(queue: DispatchQueue?, restoreIdentifier: String?) {
    radio = .current
    self.queue = queue ?? .main
    self.restoreIdentifier = restoreIdentifier
  }

  open var state: CBManagerState { radio.locked { isTold ? radio.managerState : .unknown } }
  open class var authorization: CBManagerAuthorization { EmulatedRadio.current.authorization }

  func tellState() {}

  /// Calls the delegate's method on its queue; what asks there for the radio finds this one.
  func tell(_ body: @escaping () -> Void) {
    let (sent, radio) = (Sent(value: body), radio)
    queue.async { EmulatedRadio.$current.withValue(radio) { sent.value() } }
  }
}

/// What is handed to the delegate's queue.
struct Sent<Value>: @unchecked Sendable {
  // @unchecked: made by one thread and used by the delegate's queue, as at Apple.
  let value: Value
}
