#if APPLE_EMULATION
  import AppleScreen
  import ScreenPrivacy
  import SecurityTesting
  import Testing
  import UIKit

  @MainActor
  @Suite("Windows as covers", .ownInterface)
  struct WindowCoversTests {
    @Test("Windows keep what every cover promises")
    func conformance() async {
      let broken = await SceneCoversConformance.brokenClaims {
        let covers = WindowCovers { _ in nil }
        let names = ["one", "two"].map { name in
          let scene = EmulatedInterface.current.connect("\(name) \(EmulatedInterface.current.sceneCount)")
          covers.add(scene)
          return SceneName(scene.session.persistentIdentifier)
        }
        return (covers, names[0], names[1])
      }
      #expect(broken == [])
    }

    @Test("A scene that is gone is not said to be covered")
    func gone() {
      let covers = WindowCovers { _ in nil }
      let name = SceneName("one")
      do {
        let scene = EmulatedInterface.current.connect("one")
        covers.add(scene)
        covers.cover(name, because: .inactive)
        #expect(covers.reason(of: name) == .inactive)
        EmulatedInterface.current.disconnect(scene)
      }
      #expect(covers.reason(of: name) == nil)
      covers.cover(name, because: .inactive)
      #expect(covers.reason(of: name) == nil)
    }
  }
#endif
