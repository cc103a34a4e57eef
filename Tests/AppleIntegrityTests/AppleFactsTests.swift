#if APPLE_EMULATION
  import AppIntegrity
  import AppleIntegrity
  import Darwin
  import Testing
  import UIKit

  @Suite("The answers of iOS to single questions", .ownPhone)
  struct AppleFactsTests {
    private func facts(_ bundle: OwnBundle? = nil) throws -> AppleFacts {
      let bundle = try bundle ?? App.bundle()
      return AppleFacts(bundle: bundle, interface: InterfaceFacts(declared: bundle.schemes))
    }

    private func stage(_ change: (inout EmulatedPhone.State) -> Void) { EmulatedPhone.current.change(change) }

    @Test("There, not there and not allowed to look are three answers")
    func paths() throws {
      stage {
        $0.files = ["/there"]
        $0.links = ["/link"]
        $0.refused = ["/closed": EPERM, "/broken": ENOTDIR]
      }
      let facts = try facts()
      #expect(facts.answer(.file("/there")) == .present)
      #expect(facts.answer(.file("/there/")) == .present)
      #expect(facts.answer(.file("/link")) == .present)
      #expect(facts.answer(.file("/gone")) == .absent)
      #expect(facts.answer(.file("/broken/file")) == .absent)
      #expect(facts.answer(.file("/closed/file")) == .unavailable(EPERM))
      #expect(facts.answer(.symlink("/link/")) == .present)
      #expect(facts.answer(.symlink("/there")) == .absent)
      #expect(facts.answer(.symlink("/gone")) == .absent)
      #expect(facts.answer(.symlink("/closed")) == .unavailable(EPERM))
    }

    @Test("Paths of the bundle are seen from its folder")
    func bundle() throws {
      stage { $0.files = [App.folder + "/.jbroot", "/var/containers/Bundle/Application/6E1A/_TrollStore"] }
      #expect(try facts().answer(.bundleFile("./.jbroot")) == .present)
      #expect(try facts().answer(.bundleFile("../_TrollStore")) == .present)
      #expect(try facts().answer(.bundleFile("./_TrollStore")) == .absent)
    }

    @Test("A folder that can be written to is left as it was", arguments: ["/private/", "/"])
    func writable(folder: String) throws {
      let facts = try facts()
      #expect(facts.answer(.writable(folder)) == .absent)
      stage { $0.writable = ["/private", "/"] }
      #expect(facts.answer(.writable(folder)) == .present)
      #expect(EmulatedPhone.current.madeFiles.count == 1)
      #expect(EmulatedPhone.current.leftFiles == [])
      #expect(EmulatedPhone.current.openDescriptors == 0)
    }

    @Test("A refused write is an answer, a full disk is none")
    func refusedWrite() throws {
      for number in [EPERM, EACCES, EROFS, ENOENT] {
        stage { $0.writeRefusal = number }
        #expect(try facts().answer(.writable("/private/")) == .absent)
      }
      stage { $0.writeRefusal = 28 }
      #expect(try facts().answer(.writable("/private/")) == .unavailable(28))
    }

    @Test("Images of the app are told apart from all others, also those of an extension's app")
    func images() throws {
      stage {
        $0.images = [
          "/private" + App.folder + "/Friday", nil, App.folder + "/Frameworks/A.framework/A",
          App.folder + "Evil/B.dylib", "/usr/lib/libobjc.A.dylib", "/private/preboot/Cryptexes/C",
        ]
      }
      let shown = [
        "<bundle>/Friday", "<bundle>/Frameworks/A.framework/A", App.folder + "Evil/B.dylib",
        "/usr/lib/libobjc.A.dylib", "/private/preboot/Cryptexes/C",
      ]
      #expect(try facts().answer(.images) == .names(shown))
      var widget = try App.bundle()
      widget.path = App.folder + "/PlugIns/Widget.appex"
      #expect(try facts(widget).answer(.images) == .names(shown))
      stage { $0.images = [] }
      #expect(try facts().answer(.images) == .unavailable(0))
    }

    @Test("Variables and types are there or not")
    func names() throws {
      stage {
        $0.environment = ["_MSSafeMode": ""]
        $0.types = ["ShadowRuleset"]
      }
      #expect(try facts().answer(.environment("_MSSafeMode")) == .present)
      #expect(try facts().answer(.environment("DISABLE_TWEAKS")) == .absent)
      #expect(try facts().answer(.type("ShadowRuleset")) == .present)
      #expect(try facts().answer(.type("UnSub")) == .absent)
    }

    @Test("A port answers, refuses, or says nothing in time", arguments: [false, true])
    func ports(quick: Bool) throws {
      stage {
        $0.listening = [27042]
        $0.isLoopbackQuick = quick
      }
      let facts = try facts()
      #expect(facts.answer(.port(27042)) == .present)
      #expect(facts.answer(.port(27052)) == .absent)
      #expect(EmulatedPhone.current.openDescriptors == 0)
    }

    @Test("A silent port, and a phone without sockets, were not looked at")
    func silentPorts() throws {
      stage { $0.silent = [4444] }
      #expect(try facts().answer(.port(4444)) == .unavailable(ETIMEDOUT))
      for function in ["socket", "fcntl", "poll"] {
        stage { $0.failing = [function: EPERM] }
        #expect(try facts().answer(.port(44)) == .unavailable(EPERM))
      }
      #expect(EmulatedPhone.current.openDescriptors == 0)
    }
  }
#endif
