public import Foundation

/// A value that lies in clear beside a sealed payload.
public enum PlainValue: Sendable, Hashable {
  case integer(Int64)
  /// Kept to the millisecond.
  case date(Date)
  case text(String)
}
