#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  /// Files that are no code and are made to hold up the audit. Each would take minutes with work that grows with the
  /// square of its size, so a minute for each is plenty on a busy machine, too.
  @Suite struct HostileProjectTests {
    private func report(_ path: String, _ text: String) -> AuditReport {
      Audit(secondsPerFile: 60).run(
        SourceTree(files: [SourceText(path: path, text: text)]), policy: RuleExamplesTests.policy)
    }

    @Test("Targets and configurations that name each other without end are cut and named", .timeLimit(.minutes(15)))
    func project() {
      let targets = String(repeating: "T,", count: 20_000)
      let configurations = String(repeating: "C,", count: 2_000)
      let text = """
        // !$*UTF8*$!
        { objects = { R = { isa = PBXProject; buildConfigurationList = L; targets = (\(targets)); };
        L = { isa = XCConfigurationList; buildConfigurations = (\(configurations)); };
        C = { isa = XCBuildConfiguration; name = Release; buildSettings = { A = b; }; };
        T = { isa = PBXNativeTarget; name = t; buildConfigurationList = L; }; }; rootObject = R; }
        """
      #expect(report("A.xcodeproj/project.pbxproj", text).incomplete.map(\.cause) == [.nestedTooDeeply])
    }

    @Test("Ten thousand flaws in one file are all told", .timeLimit(.minutes(15)))
    func flaws() {
      let text = String(repeating: "pod 'a', :git => 'http://a.example/b'\n", count: 10_000)
      let found = report("Podfile", text).findings.map(\.line)
      #expect(Set(found).count == 10_000)
    }

    @Test("Thousands of samples of one name in one file are judged in time", .timeLimit(.minutes(15)))
    func samples() {
      let functions = (0..<2_000).map { number in
        let name = number % 3 == 0 ? "token" : "expected"
        return
          "func test\(number)() { let \(name) = \"a1b2c3d4e5f6a7b8\(number)\"; check(\(name) == made(\(number))) }\n"
      }
      let report = report("A.swift", functions.joined())
      #expect(report.verdict == .holds, "\(report.incomplete.map(\.message))")
    }

    @Test("Thousands of items of a query, and as many uses of their list, are judged in time", .timeLimit(.minutes(15)))
    func items() {
      let item = "  items.append(URLQueryItem(name: \"token\", value: token))\n"
      let uses = String(repeating: item, count: 1_500) + String(repeating: "  f(items)\n", count: 1_500)
      let report = report("A.swift", "func f(token: String) {\n  var items: [URLQueryItem] = []\n\(uses)}\n")
      #expect(report.incomplete.isEmpty, "\(report.incomplete.map(\.message))")
    }

    @Test("Types of very many members, each of very many, are printed in time", .timeLimit(.minutes(15)))
    func printedTypes() {
      let types = (0..<3).map { depth in
        let members = (0..<250).map { "  let a\($0): A\(depth + 1)\n" }.joined()
        return "struct A\(depth) {\n\(members)}\n"
      }
      let printed = String(repeating: "  print(\"\\(value)\")\n", count: 50)
      let text = types.joined() + "struct A3 { let size: Int }\nfunc f(_ value: A0) {\n\(printed)}\n"
      let report = report("A.swift", text)
      #expect(report.incomplete.isEmpty, "\(report.incomplete.map(\.message))")
    }

    @Test("Very many fields, each with a placeholder and made secure, are judged in time", .timeLimit(.minutes(15)))
    func fields() {
      let numbers = 0..<1_000
      let made = numbers.map { "  private let a\($0) = UITextField()\n" }.joined()
      let filled = numbers.map { number in
        "    a\(number).placeholder = \"Password\"\n    a\(number).isSecureTextEntry = true\n"
      }
      let text = "final class Login: UIViewController {\n\(made)  func show() {\n\(filled.joined())  }\n}\n"
      let report = report("A.swift", text)
      #expect(report.incomplete.isEmpty, "\(report.incomplete.map(\.message))")
      #expect(!report.findings.contains { $0.rule == "secret-field-visible" })
    }

    @Test("A build with more statements than people write is cut and named, in both languages")
    func build() {
      let text = String(repeating: "a { ", count: 30_000)
      for path in ["app/build.gradle", "app/build.gradle.kts"] {
        #expect(report(path, text).verdict.exitCode == 2)
      }
    }

    /// A part of a file, for each number that it is repeated under.
    struct Part: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let path: String
      let text: @Sendable (Int) -> String
    }

    static let parts = [
      Part(testDescription: "delegates that pin", path: "A.swift") { number in
        """
        final class Delegate\(number): NSObject, URLSessionDelegate {
          let pins: Set<Data> = Pins.load(\(number))
          func urlSession(_ s: URLSession, didReceive challenge: URLAuthenticationChallenge, done: Handler) {
            guard let trust = challenge.protectionSpace.serverTrust, SecTrustEvaluateWithError(trust, nil) else {
              return done(.cancelAuthenticationChallenge, nil)
            }
            let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
            guard chain.contains(where: { pins.contains(digest\(number)(SecCertificateCopyData($0) as Data)) }) else {
              return done(.cancelAuthenticationChallenge, nil)
            }
            done(.useCredential, URLCredential(trust: trust))
          }
          private func digest\(number)(_ data: Data) -> Data { Data(SHA256.hash(data: data)) }
        }

        """
      },
      Part(testDescription: "hashes that C fills", path: "A.swift") { number in
        """
        func lets\(number)(_ trust: SecTrust) -> Bool {
          guard SecTrustEvaluateWithError(trust, nil) else { return false }
          for certificate in SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? [] {
            let data = SecCertificateCopyData(certificate) as Data
            var hash = [UInt8](repeating: 0, count: 32)
            data.withUnsafeBytes { _ = CC_SHA256($0.baseAddress, CC_LONG(data.count), &hash) }
            if pins.contains(Data(hash)) { return true }
          }
          return false
        }

        """
      },
      Part(testDescription: "handlers of links", path: "A.swift") { number in
        """
        struct View\(number): View {
          var body: some View {
            HomeView().onOpenURL { url in
              guard url.scheme == "app", url.host == "trash" else { return }
              let id = url.lastPathComponent
              drafts.remember\(number)(id)
              drafts.delete(id)
            }
          }
        }

        """
      },
      Part(testDescription: "writers of the media store", path: "A.kt") { number in
        """
        class Export\(number)(private val resolver: ContentResolver) {
          fun save\(number)(text: String) {
            val uri = resolver.insert(MediaStore.Downloads.EXTERNAL_CONTENT_URI, ContentValues()) ?: return
            resolver.openOutputStream(uri)?.use { out -> out.write(text.toByteArray()) }
          }
        }

        """
      },
    ]

    @Test("A long file of parts of one shape is judged in time", .timeLimit(.minutes(15)), arguments: parts)
    func longFiles(part: Part) {
      let lines = part.text(0).split(separator: "\n").count
      let text = (0..<14_000 / lines).map { part.text($0) }.joined()
      let report = Audit(secondsPerFile: 12).run(
        SourceTree(files: [SourceText(path: part.path, text: text)]), policy: RuleExamplesTests.policy)
      #expect(report.incomplete.isEmpty, "\(report.incomplete.map(\.message))")
    }

    @Test("Rows of allowances are each judged once, and the last one still counts", .timeLimit(.minutes(15)))
    func allowances() {
      let text =
        String(repeating: "// mantlet:allow weak-cipher: no reason to be here\n", count: 5_000)
        + "// mantlet:allow weak-hash: an old protocol\nlet a = Insecure.MD5.hash(data: b)\n"
      let findings = report("A.swift", text).findings
      #expect(findings.count { $0.rule == "doubtful-suppression" } == 5_000)
      #expect(findings.first { $0.rule == "weak-hash" }?.suppression != nil)
    }
  }
#endif
