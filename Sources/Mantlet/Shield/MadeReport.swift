import AppIntegrity
import TrustWire

/// A signed report that was not answered yet.
struct MadeReport: Sendable {
  /// Reports that are remembered until they are sent.
  static let limit = 4

  let parcel: ReportParcel
  /// Which checks are in it.
  let mark: CheckHistory.Mark
}
