public import Foundation

/// The numbers are Apple's.
public enum UISceneCaptureState: Int, Sendable {
  case unspecified = -1
  case inactive = 0
  case active = 1
}

/// One trait of many. At Apple it is Sendable; here nothing needs it to be.
open class UITraitCollection: NSObject {
  public let sceneCaptureState: UISceneCaptureState
  public init(sceneCaptureState: UISceneCaptureState) { self.sceneCaptureState = sceneCaptureState }
}
