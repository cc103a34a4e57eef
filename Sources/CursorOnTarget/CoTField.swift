/// The parts of an event that a refusal can name.
public enum CoTField: String, Sendable, Hashable, CustomStringConvertible {
  case event, version, uid, type, how, time, start, stale, access, qos, opex
  case point, latitude, longitude, height, circularError, linearError
  case detail, contact, group, takv, status, track, droid, precisionLocation, remarks, marti, chat, emergency
  case takControl

  public var description: String { rawValue }
}
