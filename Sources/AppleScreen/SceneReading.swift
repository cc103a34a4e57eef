#if canImport(UIKit)
  import ScreenPrivacy
  import UIKit

  // What the system says, in the words of the guard. A word that is not known here counts against the scene.

  extension SceneName {
    @MainActor
    init(_ scene: UIScene) { self.init(scene.session.persistentIdentifier) }
  }

  extension SceneActivity {
    init(_ state: UIScene.ActivationState) {
      self =
        switch state {
        case .foregroundActive: .active
        case .foregroundInactive: .inactive
        case .background, .unattached: .background
        @unknown default: .unknown
        }
    }
  }

  extension SceneDisplay {
    init(_ role: UISceneSession.Role) {
      self =
        switch role {
        case .windowApplication: .device
        case .windowExternalDisplayNonInteractive: .external
        default: .unknown
        }
    }
  }

  extension CaptureState {
    init(_ state: UISceneCaptureState) {
      self =
        switch state {
        case .active: .captured
        case .inactive: .notCaptured
        case .unspecified: .unknown
        @unknown default: .unknown
        }
    }
  }
#endif
