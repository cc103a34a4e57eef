#if APPLE_EMULATION
  import AppIntegrity
  import AppleIntegrity
  import CFNetwork
  import Darwin
  import Security
  import SecurityPolicy
  import Testing
  import UIKit

  @Suite("What iOS says about process, app and device", .ownPhone)
  struct AppleSignalsTests {
    @Test("An untouched phone of every system shows nothing, and everything could be looked at", arguments: 18...27)
    func untouched(major: Int) async throws {
      let signals = try await App.signals(major: major)
      #expect(signals.detected().isEmpty)
      let assessment = Assessment(signals)
      #expect(assessment.rooted == .holds)
      #expect(assessment.hooked == .holds)
      #expect(assessment.debugged == .holds)
      #expect(assessment.verdict(on: .simulator) == .holds)
      #expect(EmulatedPhone.current.openDescriptors == 0)
    }

    private static let jailbreaks: [(name: String, files: [String], links: [String], images: [String])] = [
      ("rootless", ["/var/jb/.installed_dopamine", "/var/jb/usr/bin/su"], ["/var/jb"], []),
      ("palera1n", ["/cores/jbinit.log", "/cores/binpack"], [], []),
      ("xina", ["/var/jb/.installed_xina15"], [], []),
      ("roothide", [App.folder + "/.jbroot"], [], ["/var/containers/roothideinit.dylib"]),
      ("nekojb", ["/var/jb/.installed_nekojb"], [], []),
      ("fugu", ["/.Fugu15"], [], []),
      ("serotonin", ["/var/mobile/Serotonin.jp2"], [], []),
    ]

    @Test("Each family of jailbreaks is seen", arguments: jailbreaks)
    func jailbroken(family: (name: String, files: [String], links: [String], images: [String])) async throws {
      let signals = try await App.signals { phone in
        phone.files.formUnion(family.files)
        phone.links.formUnion(family.links)
        phone.images += family.images
      }
      #expect(fails(Assessment(signals).rooted), "\(family.name)")
    }

    @Test("Older jailbreaks are seen by two independent signs")
    func legacy() async throws {
      let signals = try await App.signals { $0.files.formUnion(["/Applications/Cydia.app", "/etc/apt"]) }
      #expect(try signals.named("privilegedAccess.files").observation == .detected)
      #expect(Assessment(signals).rooted == .holds)
      EmulatedInterface.current.change { $0.schemes.insert("sileo") }
      #expect(fails(Assessment(try await App.signals { $0.files.insert("/Applications/Cydia.app") }).rooted))
    }

    private static let tools: [[String]] = [
      ["/usr/lib/FridaGadget.dylib"], ["/var/jb/usr/lib/systemhook.dylib"], ["/usr/lib/libellekit.dylib"],
      ["/var/jb/usr/lib/systemhook-0123456789ABCDEF.dylib"], ["/usr/lib/frida-agent.dylib"],
    ]

    @Test("Loaded tools are seen by their names, and by the folder that they come from", arguments: tools)
    func injected(images: [String]) async throws {
      #expect(try await App.signals { $0.images += images }.detected(.strong).contains("hooks.images"))
      let unnamed = try await App.signals { $0.images += ["/var/root/harmless.dylib"] }
      #expect(unnamed.detected(.strong).contains("hooks.foreignImages"))
      #expect(fails(Assessment(unnamed).hooked))
    }

    @Test("A debugger is seen; a launch by one and a tool that takes every exception are signs of their own")
    func debugged() async throws {
      #expect(fails(Assessment(try await App.signals { $0.isTraced = true }).debugged))
      let launched = try await App.signals { $0.parent = 4000 }
      #expect(launched.detected(.medium) == ["debug.parent"])
      #expect(Assessment(launched).debugged == .holds)
      let both = try await App.signals {
        $0.parent = 4000
        $0.exceptionHandlers = [0x3FE]
      }
      #expect(fails(Assessment(both).debugged))
      #expect(EmulatedPhone.current.heldRights == 0)
    }

    @Test("A crash reporter is not taken for a debugger")
    func crashReporter() async throws {
      // bad access, bad instruction, arithmetic, software, breakpoint
      let signals = try await App.signals {
        $0.exceptionHandlers = [1 << 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 6]
        $0.parent = 4000
      }
      #expect(signals.detected() == ["debug.exceptionPorts", "debug.parent"])
      #expect(try signals.named("debug.exceptionPorts").strength == .weak)
      #expect(Assessment(signals).debugged == .holds)
      #expect(EmulatedPhone.current.heldRights == 0)
    }

    @Test("A simulator is seen by its environment")
    func simulator() async throws {
      let signals = try await App.signals { $0.environment["SIMULATOR_UDID"] = "1" }
      #expect(fails(Assessment(signals).verdict(on: .simulator)))
    }

    private static let changedApps: [(String?, CodeSignature?, String)] = [
      ("org.example.friday", MachO(team: "ZZZZZZZZZZ").signature, "appIntegrity.team"),
      ("org.example.friday", MachO(team: nil, flags: 2).signature, "appIntegrity.team"),
      ("org.example.other", MachO(team: "A1B2C3D4E5").signature, "appIntegrity.bundle"),
      ("org.example.friday", doublySigned, "appIntegrity.team"),
    ]

    private static var doublySigned: CodeSignature? {
      var file = MachO(team: "A1B2C3D4E5")
      file.alternates = [MachO.Part(number: 0x1000, file: MachO(team: "ZZZZZZZZZZ"))]
      return file.signature
    }

    @Test("A repackaged app is seen by its team, its missing signer, its bundle identifier", arguments: changedApps)
    func repackaged(identifier: String?, signature: CodeSignature?, probe: String) async throws {
      let signals = try await App.signals(of: App.bundle(signature: signature, identifier: identifier))
      #expect(signals.detected(.strong) == [probe])
      #expect(fails(Assessment(signals).hooked))
    }

    @Test("An app that tools signed for themselves is seen by what they left, and by its entitlement")
    func sideloaded() async throws {
      let signals = try await App.signals(
        of: App.bundle(signature: MachO(team: "A1B2C3D4E5", allowsDebugger: true).signature)
      ) {
        $0.files.insert("/var/containers/Bundle/Application/6E1A/_TrollStore")
        $0.files.remove(App.folder + "/SC_Info")
        $0.files.remove("/var/mobile/Containers/Data/Application/77/StoreKit/receipt")
      }
      #expect(
        signals.detected() == [
          "appIntegrity.bundleMarkers", "appIntegrity.debuggable", "unofficialStore.fairPlay",
          "unofficialStore.receipt",
        ])
    }

    @Test("What cannot be read is not looked at, and the verdict stays open")
    func unreadable() async throws {
      let unsigned = try await App.signals(of: App.bundle(signature: nil, identifier: nil))
      #expect(isOpen(Assessment(unsigned).hooked))
      #expect(try unsigned.named("appIntegrity.team").observation == .unavailable)
      let silent = try await App.signals { $0.failing = ["sysctl": EPERM, "task_get_exception_ports": 5] }
      #expect(isOpen(Assessment(silent).debugged))
      #expect(try silent.named("debug.traced").evidence == ["could not look: error 1"])
      #expect(isOpen(Assessment(try await App.signals { $0.knowsProcesses = false }).debugged))
      #expect(isOpen(Assessment(try await App.signals { $0.images = [] }).hooked))
    }

    @Test("Proxy, VPN, a recorded screen and a missing enclave are told and decide nothing")
    func surroundings() async throws {
      EmulatedNetwork.current.change {
        $0.usesProxy = true
        $0.interfaces = ["en0", "utun4", "ipsec0"]
      }
      EmulatedInterface.current.change { $0.captures = [.inactive, .active] }
      let signals = try await EmulatedDevice.$current.withValue(EmulatedDevice()) {
        EmulatedDevice.current.removeSecureEnclave()
        return try await App.signals()
      }
      #expect(
        signals.detected(.weak) == [
          "systemVPN.interfaces", "systemVPN.proxy", "screenRecording.captured", "secureHardwareNotAvailable.enclave",
        ])
      #expect(signals.detected().count == 4)
      EmulatedNetwork.current.change { $0.isKnown = false }
      EmulatedInterface.current.change { $0.captures = [.unspecified] }
      let unknown = try await App.signals()
      for probe in ["systemVPN.interfaces", "systemVPN.proxy", "screenRecording.captured"] {
        #expect(try unknown.named(probe).observation == .unavailable)
      }
    }

    @Test("A scheme that is not declared is told with the line that Info.plist lacks, and is no sign of innocence")
    func undeclared() async throws {
      EmulatedInterface.current.change { $0.schemes.insert("sileo") }
      let signal = try await App.signals(of: App.bundle(declaring: [])).named("privilegedAccess.schemes")
      #expect(signal.observation == .unavailable)
      #expect(signal.evidence.contains("not allowed to ask: add <string>sileo</string>"))
      #expect(EmulatedInterface.current.now.asked == [])
      let declared = try await App.signals().named("privilegedAccess.schemes")
      #expect(declared.observation == .detected)
    }

    @Test("An app for iOS on a Mac says so and is not measured by the rules for phones")
    func mac() async throws {
      let signals = try await App.signals(of: App.bundle(host: .phoneAppOnMac)) {
        $0.files.formUnion(["/etc/apt", "/usr/libexec"])
        $0.parent = 300
      }
      #expect(signals.detected() == ["simulator.mac"])
      #expect(isOpen(Assessment(signals).rooted))
    }

    @Test("An app made for the Mac is not accused of what every Mac has, and its root stays an open question")
    func nativeMac() async throws {
      let signals = try await App.signals(of: App.bundle(host: .mac)) { phone in
        phone.files.formUnion(["/var/db/sudo", "/bin/bash", "/etc/apt"])
        phone.files.remove(App.folder + "/SC_Info")
        phone.images.append("/Library/Audio/Plug-Ins/x.dylib")
        phone.parent = 300
      }
      #expect(signals.detected() == [])
      #expect(Assessment(signals).hooked == .holds)
      #expect(isOpen(Assessment(signals).rooted))
    }
  }
#endif
