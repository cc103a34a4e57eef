import DataLifecycle
import Foundation

extension LifecycleError {
  /// Foundation's error as one of ours; its text stays behind, it may hold a path.
  static func foundation(_ error: any Error) -> LifecycleError {
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: .absent
    case .fileReadNoPermission, .fileWriteNoPermission: .denied(Int32(clamping: (error as NSError).code))
    case .fileWriteOutOfSpace: .full
    case .featureUnsupported: .attributeUnsupported
    default: .unavailable(Int32(clamping: (error as NSError).code))
    }
  }
}
