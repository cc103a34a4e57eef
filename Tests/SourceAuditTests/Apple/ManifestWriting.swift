#if Audit
  import Testing

  /// One way to write an entitlement that lets every debugger in; the line of its key ends in a mark.
  struct ManifestWriting: Sendable, CustomTestStringConvertible {
    static let helperPath = "Tuist/ProjectDescriptionHelpers/Lists.swift"
    static let head = "import ProjectDescription\n"
    let title: String
    let manifest: String
    let helper: String
    var testDescription: String { title }

    init(_ title: String, _ manifest: String, helper: String = "") {
      (self.title, self.manifest, self.helper) = (title, manifest, helper)
    }

    var files: [(String, String)] {
      [
        ("Project.swift", Self.head + manifest),
        (Self.helperPath, Self.head + helper),
      ]
    }

    /// `file:line` of each mark.
    var places: [String] {
      files.flatMap { path, text in
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
          .filter { $0.element.hasSuffix("// here") }.map { "\(path):\($0.offset + 1)" }
      }
    }

    static let all: [ManifestWriting] = [
      ManifestWriting(
        "a literal",
        """
        let t = Target(name: "A", entitlements: [
          "get-task-allow": true  // here
        ])
        """),
      ManifestWriting(
        "wrapped",
        """
        let t = Target(name: "A", entitlements: .dictionary([
          "get-task-allow": Plist.Value.boolean(true)  // here
        ]))
        """),
      ManifestWriting(
        "a constant",
        """
        let list: Entitlements = [
          "get-task-allow": true  // here
        ]
        let t = Target(name: "A", entitlements: list)
        """),
      ManifestWriting(
        "a constant of another file", "let t = Target(name: \"A\", entitlements: Lists.app)",
        helper: """
          public enum Lists {
            public static let app = Entitlements.dictionary([
              "get-task-allow": true  // here
            ])
          }
          """),
      ManifestWriting(
        "the flag in another file",
        """
        let t = Target(name: "A", entitlements: [
          "get-task-allow": .boolean(Flags.allows)  // here
        ])
        """, helper: "public enum Flags { public static let allows = true }"),
      ManifestWriting(
        "the key in another file",
        """
        let t = Target(name: "A", entitlements: [
          Keys.task.rawValue: true  // here
        ])
        """, helper: "public enum Keys: String { case task = \"get-task-allow\" }"),
      ManifestWriting(
        "merged into",
        """
        let base: [String: Plist.Value] = ["a": 1]
        let t = Target(name: "A", entitlements: .dictionary(base.merging([
          "get-task-allow": true  // here
        ]) { $1 }))
        """),
      ManifestWriting(
        "merged, where the first one stays",
        """
        let base: [String: Plist.Value] = [
          "get-task-allow": true  // here
        ]
        let t = Target(name: "A", entitlements: .dictionary(
          base.merging(["get-task-allow": false], uniquingKeysWith: { old, _ in old })))
        """),
      ManifestWriting(
        "added",
        """
        let t = Target(name: "A", entitlements: .dictionary(base + [
          "get-task-allow": true  // here
        ]))
        """, helper: "public let base: [String: Plist.Value] = [:]"),
      ManifestWriting(
        "a function", "let t = Target(name: \"A\", entitlements: make(allows: true))",
        helper: """
          public func make(allows: Bool) -> Entitlements {
            .dictionary([
              "get-task-allow": .boolean(allows)  // here
            ])
          }
          """),
      ManifestWriting(
        "a function that makes the target",
        """
        let project = Project(name: "A", targets: [.app("A", rights: [
          "get-task-allow": true  // here
        ])])
        """,
        helper: """
          extension Target {
            public static func app(_ name: String, rights: [String: Plist.Value]) -> Target {
              .target(name: name, product: .app, entitlements: .dictionary(rights))
            }
          }
          """),
      ManifestWriting(
        "through two functions",
        """
        let project = Project.one(rights: [
          "get-task-allow": true  // here
        ])
        """,
        helper: """
          extension Project {
            public static func one(rights: [String: Plist.Value]) -> Project {
              Project(name: "A", targets: [make(rights)])
            }
            static func make(_ list: [String: Plist.Value]) -> Target {
              Target(name: "A", entitlements: .dictionary(list))
            }
          }
          """),
      ManifestWriting(
        "built up",
        """
        func list() -> [String: Plist.Value] {
          var list: [String: Plist.Value] = [:]
          list["get-task-allow"] = true  // here
          return list
        }
        let t = Target(name: "A", entitlements: .dictionary(list()))
        """),
      ManifestWriting(
        "merged into a variable",
        """
        let list: [String: Plist.Value] = {
          var list = base
          list.merge([
            "get-task-allow": true  // here
          ]) { $1 }
          return list
        }()
        let t = Target(name: "A", entitlements: .dictionary(list))
        """, helper: "public let base: [String: Plist.Value] = [\"a\": true]"),
      ManifestWriting(
        "a constant of the type", "let t = Target(name: \"A\", entitlements: .app)",
        helper: """
          extension Entitlements {
            public static let app: Entitlements = .dictionary([
              "get-task-allow": true  // here
            ])
          }
          """),
      ManifestWriting(
        "a computed property", "let t = Target(name: \"A\", entitlements: rights)",
        helper: """
          public var rights: Entitlements {
            .dictionary([
              "get-task-allow": true  // here
            ])
          }
          """),
      ManifestWriting(
        "a branch",
        """
        let t = Target(name: "A", entitlements: isNew ? .dictionary([
          "get-task-allow": true  // here
        ]) : nil)
        """),
      ManifestWriting(
        "a list that makes itself a value",
        """
        let t = Target(name: "A", entitlements: [
          "get-task-allow": true  // here
        ].rights)
        """,
        helper: """
          extension Dictionary where Key == String, Value == Plist.Value {
            public var rights: Entitlements { .dictionary(self) }
          }
          """),
      ManifestWriting(
        "what goes nowhere that is known",
        """
        register([
          "get-task-allow": true  // here
        ])
        """),
      ManifestWriting("turned off", "let t = Target(name: \"A\", entitlements: [\"get-task-allow\": false])"),
      ManifestWriting(
        "turned off by the function's caller", "let t = Target(name: \"A\", entitlements: make(allows: false))",
        helper: """
          public func make(allows: Bool) -> Entitlements { .dictionary(["get-task-allow": .boolean(allows)]) }
          """),
      ManifestWriting(
        "overruled",
        """
        let base: [String: Plist.Value] = ["get-task-allow": true]
        let t = Target(name: "A", entitlements: .dictionary(base.merging(["get-task-allow": false]) { $1 }))
        """),
      ManifestWriting(
        "left to the environment",
        """
        let t = Target(name: "A", entitlements: [
          "get-task-allow": .boolean(Environment.allows.getBoolean(default: false))
        ])
        """),
      ManifestWriting(
        "a path", "let t = Target(name: \"A\", infoPlist: .default, entitlements: .file(path: \"get-task-allow\"))"),
    ]
  }
#endif
