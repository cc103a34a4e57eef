import Foundation

/// The Bluetooth of one device that tests turn: its power, what the person allowed, how much a packet carries. Apple has
/// nothing like it.
public final class EmulatedRadio: @unchecked Sendable {
  // @unchecked: everything that changes is behind the lock of the air.
  @TaskLocal public static var current = EmulatedRadio(in: EmulatedAir())

  public let air: EmulatedAir
  private var power: CBManagerState
  private var allowed: CBManagerAuthorization
  private var background = false
  /// What a value carries at most; of two devices the smaller one counts.
  let valueLength: Int
  /// How many values may be under way to one side before the system says "wait".
  let window: Int
  var centrals: [Weak<CBCentralManager>] = []
  var peripherals: [Weak<CBPeripheralManager>] = []
  /// What the system keeps of managers whose app has ended.
  var keptPeripherals: [String: [CBPeripheral]] = [:]
  var keptServices: [String: [CBMutableService]] = [:]

  public init(
    in air: EmulatedAir, power: CBManagerState = .poweredOn, authorization: CBManagerAuthorization = .allowedAlways,
    valueLength: Int = 182, window: Int = 8
  ) {
    self.air = air
    self.power = power
    allowed = authorization
    self.valueLength = valueLength
    self.window = window
  }

  func locked<Result>(_ body: () -> Result) -> Result {
    air.lock.lock()
    defer { air.lock.unlock() }
    return body()
  }

  public var authorization: CBManagerAuthorization { locked { allowed } }
  var isInBackground: Bool { background }

  var managerState: CBManagerState {
    allowed == .denied || allowed == .restricted ? .unauthorized : power
  }

  /// Every manager is told; connections end when it is not on.
  public func change(power: CBManagerState, authorization: CBManagerAuthorization? = nil) {
    locked {
      self.power = power
      allowed = authorization ?? allowed
      if managerState != .poweredOn { air.end(air.wires.filter { $0.touches(self) }, toldBy: self) }
      for manager in centrals { manager.value?.tellState() }
      for manager in peripherals { manager.value?.tellState() }
    }
    air.look()
  }

  public func enter(background: Bool) {
    locked { self.background = background }
    air.look()
  }

  /// The system ends the app, keeps its connections and its advertising, and starts it again on an event.
  public func endApp() {
    locked {
      for manager in centrals.compactMap(\.value) {
        if let name = manager.restoreIdentifier {
          keptPeripherals[name] = air.wires.filter { $0.manager === manager }.map(\.peripheral)
        }
        manager.delegate = nil
        manager.stopScan()
      }
      for manager in peripherals.compactMap(\.value) {
        if let name = manager.restoreIdentifier { keptServices[name] = manager.services }
        manager.delegate = nil
      }
    }
  }
}

struct Weak<Value: AnyObject> {
  weak var value: Value?
}
