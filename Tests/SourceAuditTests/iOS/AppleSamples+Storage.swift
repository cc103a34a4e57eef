#if Audit
  extension AppleSample {
    static let storage: [AppleSample] = [
      AppleSample(
        "unprotected-file", "a key in Documents",
        """
        import Foundation
        struct Notes {
          static func keep(completion: (String) -> Void) {
            let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first!
            let file = folder.appendingPathComponent("notes.txt")
            let content = "APP_API_KEY=9a7086b9f6f976a8df76c1"
            do {
              try content.write(to: file, atomically: true, encoding: .utf8) //!
            } catch { completion("\\(error)") }
          }
        }
        """,
        repaired: """
          struct Notes {
            func keep(_ refreshToken: Data, _ file: URL) throws {
              try refreshToken.write(to: file, options: [.atomic, .completeFileProtection])
              var file = file, values = URLResourceValues()
              values.isExcludedFromBackup = true
              try file.setResourceValues(values)
            }
          }
          """,
        rewrites: [
          "func f(_ password: String) throws { try Data(password.utf8).write(to: url) } //!",
          "func f(_ token: String) { FileManager.default.createFile(atPath: p, contents: token.data(using: .utf8)) } //!",
          "struct U { let accessToken: String }\nextension U { func save() throws { try JSONEncoder().encode(accessToken).write(to: url) } } //!",
          "func put(_ d: Data, at u: URL) throws {\n  try d.write(to: u) //!\n}\nfunc f(_ privateKey: Data) throws { try put(privateKey, at: a) }",
          "func f(_ pin: String) { (pin as NSString).write(toFile: p, atomically: true, encoding: 4) } //!",
          "let o: [FileAttributeKey: Any] = [.protectionKey: FileProtectionType.none] //!\ntry FileManager.default.setAttributes(o, ofItemAtPath: p)",
          "func f(_ u: NSURL) throws { try u.setResourceValue(false, forKey: .isExcludedFromBackupKey) } //!",
          "func f(_ secret: String) throws { let d = [\"a\": secret] as NSDictionary\n  try d.write(to: url) } //!",
        ]),
      AppleSample(
        "secrets-in-user-defaults", "a session of two values",
        """
        import Foundation
        final class Session {
          private enum Keys { static let bearer = "bearerToken" }
          private let box: UserDefaults
          init(box: UserDefaults = .standard) { self.box = box }
          func logIn(_ answer: Answer) {
            box.set(answer.user.name, forKey: "userName")
            box.set(answer.bearer, forKey: Keys.bearer) //!
          }
        }
        """,
        repaired:
          "final class Session { let store: SecretStore; func logIn(_ t: String) throws { try store.set(t, forKey: \"token\") } }",
        rewrites: [
          "@propertyWrapper struct Stored { let key: String\n var wrappedValue: String { get { \"\" } nonmutating set { UserDefaults.standard.set(newValue, forKey: key) } } }\nstruct S { @Stored(key: \"authToken\") var t } //!",
          "struct V: View { @AppStorage(\"pinCode\") private var code = \"\" } //!",
          "UserDefaults.standard.setValuesForKeys([\"password\": p]) //!",
          "UserDefaults.standard.register(defaults: [\"apiKey\": \"9f8Ab3kQ7xZ2mN5p\"]) //!",
          "extension UserDefaults { var token: String? { get { string(forKey: \"t\") } set { set(newValue, forKey: \"token\") } } } //!",
          "func f(_ d: UserDefaults?, _ token: String) { d?.setValue(token, forKey: \"a\") } //!",
          "final class D: UserDefaults {}\nlet d = D()\nfunc f(_ password: String) { d.set(password, forKey: \"x\") } //!",
          "let save = { (t: String) in UserDefaults.standard.set(t, forKey: \"refreshToken\") } //!",
          "NSUbiquitousKeyValueStore.default.set(token, forKey: \"token\") //!",
        ]),
      AppleSample(
        "keychain-accessibility", "always",
        """
        import Security
        enum Store {
          static func add(_ secret: Data, _ name: String) -> OSStatus {
            var query: [String: Any] = [:]
            query[kSecClass as String] = kSecClassGenericPassword
            query[kSecAttrAccount as String] = name
            query[kSecValueData as String] = secret
            query[kSecAttrAccessible as String] = kSecAttrAccessibleAlways //!
            return SecItemAdd(query as CFDictionary, nil)
          }
        }
        """,
        repaired: """
          func add(_ d: Data) -> OSStatus {
            SecItemAdd([kSecClass: kSecClassGenericPassword, kSecValueData: d,
              kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly] as CFDictionary, nil)
          }
          """,
        rewrites: [
          "enum Level { case lax; var raw: CFString { switch self { case .lax: return kSecAttrAccessibleAlwaysThisDeviceOnly } } } //!",
          "func add(_ c: CFString = kSecAttrAccessibleAlways) { q[kSecAttrAccessible] = c } //!",
          "let k = KeychainSwift()\nk.set(t, forKey: \"t\", withAccess: .accessibleAlways) //!",
          "let v = Valet.valet(with: id, accessibility: .always) //!",
          "let c: AnyObject! = kSecAttrAccessibleAlways //!\nlet a = SecAccessControlCreateWithFlags(nil, c, [], nil)",
          "let keychain = Keychain(service: \"s\")\n  .synchronizable(false)\n  .accessibility(.alwaysThisDeviceOnly) //!",
        ]),
      AppleSample(
        "keychain-delete-before-add", "a wrapper",
        """
        import Security
        final class Wrapper {
          func save(key: String, data: Data) -> Bool {
            let query: [String: Any] = [kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: key]
            SecItemDelete(query as CFDictionary) //!
            return SecItemAdd(query.merging([kSecValueData as String: data]) { $1 } as CFDictionary, nil) == errSecSuccess
          }
        }
        """,
        repaired:
          "func s(_ q: CFDictionary, _ c: CFDictionary) { if SecItemUpdate(q, c) == errSecItemNotFound { SecItemAdd(q, nil) } }",
        rewrites: [
          "final class W { func clear() { SecItemDelete(q) }\n func save() {\n  clear() //!\n  SecItemAdd(q, nil) } }",
          "func s() {\n  _ = SecItemDelete(q) //!\n  let r = SecItemAdd(q, nil)\n  use(r) }",
        ]),
      AppleSample(
        "secrets-in-logs", "a login",
        """
        import Foundation
        final class Login {
          func send(user: String, password: String) {
            let body = "user=\\(user)&password=\\(password)"
            print("sending \\(body)") //!
            post(body)
          }
        }
        """,
        repaired:
          "import os\nfunc send(_ password: String) { Logger().debug(\"login with \\(password.count) characters\") }",
        rewrites: [
          "func f(_ token: String) { NSLog(\"%@\", [\"t\": token]) } //!",
          "func f(_ token: String) { os_log(\"t %{public}@\", log: .default, type: .debug, token) } //!",
          "func f(_ u: User) { debugPrint(u.credentials) } //!",
          "func log(_ items: Any...) {\n  items.forEach { print($0) } }\nfunc f(_ password: String) { dump(password) } //!",
          "let logger = Logger(subsystem: \"a\", category: \"b\")\nfunc f(_ jwt: String) { logger.error(\"\\(jwt, privacy: .public)\") } //!",
          "func f(_ token: String) {\n  let parts = [\"token\", token]\n  print(parts.joined(separator: \"=\")) } //!",
          "func f(_ token: String) { fputs(\"t=\\(token)\", stderr) } //!",
          "func f(_ token: String) { FileHandle.standardError.write(Data(\"t \\(token)\".utf8)) } //!",
        ]),
      AppleSample(
        "secret-in-database", "a Core Data row",
        "import CoreData\nfinal class Account: NSManagedObject {\n  @NSManaged var name: String\n  @NSManaged var password: String //!\n}",
        repaired:
          "import CoreData\nfinal class Account: NSManagedObject {\n  @NSManaged var name: String\n  @NSManaged var passwordChanged: Date?\n}"
      ),
      AppleSample(
        "secret-in-app-group", "for a widget",
        """
        func hand(_ token: String) throws {
          let base = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.a")!
          try Data(token.utf8).write(to: base.appendingPathComponent("a"), options: .completeFileProtection) //!
        }
        """,
        repaired:
          "func hand(_ score: Data) throws { try score.write(to: FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: \"g\")!) }"
      ),
    ]
  }
#endif
