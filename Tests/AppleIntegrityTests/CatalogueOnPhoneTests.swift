#if APPLE_EMULATION
  import AppIntegrity
  import AppleIntegrity
  import Darwin
  import SecurityPolicy
  import Testing
  import UIKit

  @Suite("The whole catalogue on a phone", .ownPhone)
  struct CatalogueOnPhoneTests {
    /// Lays out what one value of the catalogue looks for.
    private func lay(_ value: String, _ engine: ProbeEngine) {
      let plain = value.last == "/" && value.count > 1 ? String(value.dropLast()) : value
      EmulatedPhone.current.change { phone in
        switch engine {
        case .file: phone.files.insert(plain)
        case .symlink: phone.links.insert(plain)
        case .bundleFile where value.hasPrefix("../"):
          phone.files.insert("/var/containers/Bundle/Application/6E1A/" + value.dropFirst(3))
        case .bundleFile: phone.files.insert(App.folder + value.dropFirst())
        case .bundleFileMissing: phone.files.remove(App.folder + value.dropFirst())
        case .writable: phone.writable.insert(plain)
        case .image:
          let name = value.replacing("<any>", with: "x1").replacing("<hex16>", with: "0123456789abcdef")
          phone.images.append("/usr/lib/" + name)
        case .imageOutside: phone.images.append("/elsewhere/a.dylib")
        case .environment: phone.environment[value] = "1"
        case .port: phone.listening.insert(UInt16(value) ?? 0)
        case .type: phone.types.insert(value)
        default: break
        }
      }
      if engine == .scheme { EmulatedInterface.current.change { $0.schemes.insert(value.lowercased()) } }
    }

    @Test("Each value that is looked for is found where it is, and nothing else is", arguments: [14, 26])
    func eachValue(major: Int) async throws {
      let all = ProbeCatalogue.builtIn.schemes.map { $0.lowercased() }
      var count = 0
      for entry in ProbeCatalogue.builtIn.entries(on: .ios, major: major) {
        for value in entry.values {
          App.install()
          EmulatedPhone.current.change { $0.refused = [:] }
          EmulatedInterface.current.change {
            $0 = EmulatedInterface.State()
            $0.declared = Set(all)
          }
          lay(value, entry.engine)
          let bundle = try App.bundle(declaring: all)
          let interface = InterfaceFacts(declared: bundle.schemes)
          await interface.look()
          let found = AppleSignals(
            bundle: bundle, interface: interface, expected: App.expected, major: major
          ).signals().filter { $0.observation == .detected }
          #expect(found.contains { $0.probe == entry.probe }, "\(entry.engine) \(value)")
          // A link is a file, too.
          #expect(found.allSatisfy { $0.category == entry.category }, "\(entry.engine) \(value)")
          #expect(found.contains { $0.strength == entry.probeClass.strength }, "\(entry.engine) \(value)")
          count += 1
        }
      }
      #expect(count > 150)
    }
  }
#endif
