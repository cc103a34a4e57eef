public import Foundation

open class CBAttribute: NSObject {
  public let uuid: CBUUID
  init(uuid: CBUUID) { self.uuid = uuid }
}

open class CBService: CBAttribute {
  open fileprivate(set) var characteristics: [CBCharacteristic]?

  init(type: CBUUID, characteristics: [CBCharacteristic]? = nil) {
    self.characteristics = characteristics
    super.init(uuid: type)
  }

  func found(_ characteristics: [CBCharacteristic]) { self.characteristics = characteristics }
}

open class CBMutableService: CBService {
  public init(type: CBUUID, primary: Bool) { super.init(type: type) }

  override open var characteristics: [CBCharacteristic]? {
    get { super.characteristics }
    set { super.characteristics = newValue }
  }
}

/// The numbers are Apple's.
public struct CBCharacteristicProperties: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static var read: CBCharacteristicProperties { .init(rawValue: 2) }
  public static var writeWithoutResponse: CBCharacteristicProperties { .init(rawValue: 4) }
  public static var write: CBCharacteristicProperties { .init(rawValue: 8) }
  public static var notify: CBCharacteristicProperties { .init(rawValue: 16) }
}

/// The numbers are Apple's.
public struct CBAttributePermissions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static var readable: CBAttributePermissions { .init(rawValue: 1) }
  public static var writeable: CBAttributePermissions { .init(rawValue: 2) }
}

open class CBCharacteristic: CBAttribute {
  public let properties: CBCharacteristicProperties
  open fileprivate(set) var value: Data?
  open fileprivate(set) var isNotifying = false

  init(uuid: CBUUID, properties: CBCharacteristicProperties) {
    self.properties = properties
    super.init(uuid: uuid)
  }

  func take(_ value: Data) { self.value = value }
  func notify(_ isNotifying: Bool) { self.isNotifying = isNotifying }
}

/// Follows Apple: without a value the delegate is asked for it.
open class CBMutableCharacteristic: CBCharacteristic {
  weak var radio: EmulatedRadio?

  open var subscribedCentrals: [CBCentral]? {
    guard let radio else { return nil }
    return radio.locked {
      radio.air.wires.filter { $0.far === radio && $0.subscribed.contains(uuid) }.map(\.central)
    }
  }

  public init(
    type: CBUUID, properties: CBCharacteristicProperties, value: Data?, permissions: CBAttributePermissions
  ) {
    super.init(uuid: type, properties: properties)
    if let value { take(value) }
  }
}
