public import Foundation

/// One night of a sleep log: the worked example of a ``RecordEntry`` with a fixed, compact encoding.
///
/// A value of this type always keeps the rules: bed ≤ sleep ≤ wake ≤ rise, at most 24 hours from bed to rise, quality 1
/// to 5, times to the millisecond. All of it is sealed at rest, also the times by which ranges are asked for.
public struct SleepLogEntry: RecordEntry, Hashable {
  /// Records of kind `sleep-log`, payload version 1.
  public static let table = RecordTable(.sleepLog)
  /// The longest night, in seconds.
  public static let longest: TimeInterval = 24 * 60 * 60

  public let id: UUID
  public let bedTime: Date
  public let sleepTime: Date
  public let wakeTime: Date
  public let riseTime: Date
  /// How the person slept, from 1 (badly) to 5 (well).
  public let quality: Int

  public var date: Date { bedTime }

  /// - Throws: ``RecordError/invalidEntry(_:)`` when a time is out of order or out of range, or the quality is not 1 to 5.
  public init(
    id: UUID, bedTime: Date, sleepTime: Date, wakeTime: Date, riseTime: Date, quality: Int
  ) throws(RecordError) {
    try self.init(
      id: id,
      times: (
        Self.milliseconds(bedTime), Self.milliseconds(sleepTime), Self.milliseconds(wakeTime),
        Self.milliseconds(riseTime)
      ), quality: quality)
  }

  /// The encoding: four times (milliseconds since 1970, signed, big-endian, 8 bytes each) and the quality (1 byte).
  public var payload: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(33)
    for time in [bedTime, sleepTime, wakeTime, riseTime] {
      bytes.append(number: UInt64(bitPattern: Int64((time.timeIntervalSince1970 * 1000).rounded())))
    }
    bytes.append(UInt8(truncatingIfNeeded: quality))
    return bytes
  }

  /// Reads what ``payload`` writes, and nothing else.
  ///
  /// - Throws: ``RecordError/invalidEntry(_:)``.
  public init(id: UUID, date: Date, payload: [UInt8]) throws(RecordError) {
    guard payload.count == 33 else { throw .invalidEntry(.sleepLog) }  // O.Source_1#60
    let times = payload.withUnsafeBytes { bytes in
      func time(_ place: Int) -> Int64 {
        Int64(bigEndian: bytes.loadUnaligned(fromByteOffset: place * 8, as: Int64.self))
      }
      return (time(0), time(1), time(2), time(3))
    }
    try self.init(id: id, times: times, quality: Int(payload[32]))
    guard date == bedTime else { throw .invalidEntry(.sleepLog) }
  }

  private init(id: UUID, times: (Int64, Int64, Int64, Int64), quality: Int) throws(RecordError) {
    let (bed, sleep, wake, rise) = times
    guard bed >= 0, bed <= sleep, sleep <= wake, wake <= rise, rise <= Self.latest,
      Double(rise - bed) <= Self.longest * 1000, (1...5).contains(quality)
    else { throw .invalidEntry(.sleepLog) }
    self.id = id
    bedTime = Date(timeIntervalSince1970: Double(bed) / 1000)
    sleepTime = Date(timeIntervalSince1970: Double(sleep) / 1000)
    wakeTime = Date(timeIntervalSince1970: Double(wake) / 1000)
    riseTime = Date(timeIntervalSince1970: Double(rise) / 1000)
    self.quality = quality
  }

  /// The end of the year 9999, in milliseconds since 1970.
  private static let latest: Int64 = 253_402_300_799_999

  private static func milliseconds(_ date: Date) throws(RecordError) -> Int64 {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    guard milliseconds >= 0, milliseconds <= Double(latest) else { throw .invalidEntry(.sleepLog) }
    return Int64(milliseconds)
  }
}

extension RecordKind {
  /// The kind of ``SleepLogEntry``.
  public static let sleepLog = RecordKind(known: "sleep-log")
}
