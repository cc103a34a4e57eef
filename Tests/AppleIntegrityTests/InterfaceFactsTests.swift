#if APPLE_EMULATION
  import AppIntegrity
  import AppleIntegrity
  import SecurityPolicy
  import Testing
  import UIKit

  @Suite("What only the main actor may ask", .ownPhone)
  struct InterfaceFactsTests {
    private func answers(_ schemes: [String], declared: DeclaredSchemes?, looking: Bool = true) async throws
      -> [ProbeAnswer]
    {
      EmulatedInterface.current.change {
        $0.declared = Set(declared?.names ?? [])
        $0.schemes = ["sileo"]
      }
      let interface = InterfaceFacts(declared: declared)
      if looking { await interface.look() }
      let facts = AppleFacts(bundle: try App.bundle(), interface: interface)
      return schemes.map { facts.answer(.scheme($0)) }
    }

    @Test("Declared schemes are asked for, others are not allowed to be")
    func declared() async throws {
      let answers = try await answers(["sileo", "filza", "zbra"], declared: App.declared(["Sileo", "filza"]))
      #expect(answers == [.present, .absent, .notDeclared])
      #expect(Set(EmulatedInterface.current.now.asked) == ["sileo", "filza"])
    }

    @Test("The system heeds fifty entries and no more")
    func heeded() async throws {
      let many = (1...InterfaceFacts.heeded).map { "app\($0)" }
      #expect(try await answers(["sileo"], declared: App.declared(many + ["sileo"])) == [.notDeclared])
      #expect(try await answers(["sileo"], declared: App.declared(many.dropLast() + ["sileo"])) == [.present])
    }

    @Test("Before the first look, and without Info.plist, nothing was looked at")
    func early() async throws {
      #expect(try await answers(["sileo"], declared: App.declared(["sileo"]), looking: false) == [.unavailable(0)])
      #expect(try await answers(["sileo"], declared: nil) == [.unavailable(0)])
      #expect(EmulatedInterface.current.now.asked == [])
    }

    @Test("A check gets the last look, waits for none, and has the next one made")
    func later() async throws {
      App.install()
      let interface = InterfaceFacts(declared: try App.declared(["sileo"]))
      let signals = AppleSignals(bundle: try App.bundle(), interface: interface, expected: nil, major: 26)
      EmulatedInterface.current.change { $0.captures = [.active] }
      #expect(try signals.signals().named("screenRecording.captured").observation != .clean)
      // The look was asked for before this turn on the main actor.
      await MainActor.run {}
      #expect(try signals.signals().named("screenRecording.captured").observation == .detected)
    }
  }
#endif
