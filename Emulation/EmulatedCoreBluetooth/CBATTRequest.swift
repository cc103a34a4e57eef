public import Foundation

/// Some of the codes; the numbers are Apple's.
public struct CBATTError: Error {
  public enum Code: Int, Sendable {
    case success = 0
    case readNotPermitted = 2
    case writeNotPermitted = 3
    case requestNotSupported = 6
    case invalidOffset = 7
    case attributeNotFound = 10
    case invalidAttributeValueLength = 13
    case insufficientResources = 17
  }

  public let code: Code
}

open class CBATTRequest: NSObject {
  public let central: CBCentral
  public let characteristic: CBCharacteristic
  public let offset: Int
  open var value: Data?
  /// What the answer is for; nil for a write that wants none.
  var answered: ((CBATTError.Code, Data?) -> Void)?

  init(_ central: CBCentral, _ characteristic: CBCharacteristic, offset: Int = 0, value: Data? = nil) {
    self.central = central
    self.characteristic = characteristic
    self.offset = offset
    self.value = value
  }
}
