#if canImport(Darwin) && !APPLE_EMULATION
  import AppIntegrity
  import AppleIntegrity
  import SecurityPolicy
  import Testing

  @Suite("A real Mac")
  struct RealMacTests {
    @Test("Its own tools are signed as what they are")
    func signature() throws {
      let signature = try #require(CodeSignature(ofFile: "/bin/ls"))
      #expect(signature.identifier == "com.apple.ls")
      #expect(!signature.isAdHoc)
      #expect(!signature.allowsDebugger)
    }

    @Test("Paths, images and variables are answered, and schemes are not")
    func answers() throws {
      let bundle = OwnBundle()
      let facts = AppleFacts(bundle: bundle, interface: InterfaceFacts(declared: bundle.schemes))
      #expect(facts.answer(.file("/bin/sh")) == .present)
      #expect(facts.answer(.file("/no/such/file")) == .absent)
      #expect(facts.answer(.symlink("/tmp")) == .present)
      #expect(facts.answer(.writable("/")) != .present)
      #expect(facts.answer(.environment("PATH")) == .present)
      #expect(facts.answer(.type("NSObject")) == .present)
      #expect(facts.answer(.scheme("sileo")) != .present)
      guard case .names(let images) = facts.answer(.images) else {
        Issue.record("no images")
        return
      }
      #expect(!images.isEmpty)
    }

    @Test("The kernel says whether a debugger is there, and who takes exceptions")
    func process() throws {
      let signals = AppleSignals(
        bundle: OwnBundle(), interface: InterfaceFacts(declared: nil), expected: nil
      ).signals()
      for probe in ["debug.traced", "debug.exceptionPorts"] {
        #expect(try #require(signals.first { $0.probe == probe }).observation != .unavailable)
      }
      // Xcode's and the toolchain's images lie in folders that no phone has.
      if case .fails(let reason) = Assessment(signals).hooked { Issue.record("an honest Mac is accused: \(reason)") }
    }
  }
#endif
