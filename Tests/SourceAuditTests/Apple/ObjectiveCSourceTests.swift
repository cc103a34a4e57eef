#if Audit
  import Foundation
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct ObjectiveCSourceTests {
    private static let flawed = """
      #import <UIKit/UIKit.h>
      #import <CommonCrypto/CommonDigest.h>
      #import "Store.h"
      #define kTokenKey @"auth_token"

      @interface LoginController () <NSURLSessionDelegate> {
        NSString *_name;
      }
      @property (nonatomic, strong) NSUserDefaults *defaults;
      @property (class, readonly) int count;
      @end

      @implementation LoginController

      static NSString *const kPinKey = @"user_pin";

      - (void)keepToken:(NSString *)token {
        NSUserDefaults *defaults = [NSUserDefaults standardUserDefaults];
        [defaults setObject:token forKey:kTokenKey];
        NSLog(@"the token is %@", token);
        [defaults synchronize];
      }

      + (NSData *)digestOf:(NSData *)data {
        unsigned char out[16];
        CC_MD5(data.bytes, (CC_LONG)data.length, out);
        return [NSData dataWithBytes:out length:16];
      }

      - (BOOL)keepItem:(NSData *)secret {
        NSDictionary *query = @{
          (__bridge id)kSecClass: (__bridge id)kSecClassGenericPassword,
          (__bridge id)kSecValueData: secret,
          (__bridge id)kSecAttrAccessible: (__bridge id)kSecAttrAccessibleAlways,
        };
        return SecItemAdd((__bridge CFDictionaryRef)query, NULL) == errSecSuccess;
      }

      - (NSArray *)find:(NSString *)name {
        NSString *sql = [NSString stringWithFormat:@"SELECT * FROM users WHERE name = '%@'", name];
        sqlite3_prepare_v2(self.database, sql.UTF8String, -1, &statement, nil);
        return @[];
      }

      - (void)unlock {
        LAContext *context = [[LAContext alloc] init];
        [context evaluatePolicy:LAPolicyDeviceOwnerAuthenticationWithBiometrics
                localizedReason:@"Unlock"
                          reply:^(BOOL success, NSError *error) {
          if (success) { [self showSecrets]; }
        }];
      }

      - (void)URLSession:(NSURLSession *)session
          didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge
            completionHandler:(void (^)(NSURLSessionAuthChallengeDisposition, NSURLCredential *))completionHandler {
        NSURLCredential *credential = [NSURLCredential credentialForTrust:challenge.protectionSpace.serverTrust];
        completionHandler(NSURLSessionAuthChallengeUseCredential, credential);
      }

      - (NSString *)sessionToken {
        return [NSString stringWithFormat:@"%d", rand()];
      }

      - (void)encrypt:(NSData *)data {
        CCCrypt(kCCEncrypt, kCCAlgorithmDES, kCCOptionECBMode, key, 8, NULL, in, n, out, m, &moved);
      }
      #if DEBUG
      - (void)dump:(NSString *)password { NSLog(@"password %@", password); }
      #endif
      @end
      """

    private func report(_ text: String, path: String = "App/LoginController.m") -> AuditReport {
      Audit().run(
        SourceTree(files: [SourceText(path: path, text: text)]), policy: Policy(name: "test", environments: [:]))
    }

    private func line(_ words: String) -> Int {
      let lines = Self.flawed.split(separator: "\n", omittingEmptySubsequences: false)
      return (lines.firstIndex { $0.contains(words) } ?? -2) + 1
    }

    @Test("The usual flaws of Objective-C are found at their lines")
    func flaws() {
      let report = report(Self.flawed)
      #expect(report.incomplete.isEmpty)
      let found = Set(report.findings.filter { $0.severity > .note }.map { "\($0.rule) \($0.line)" })
      for (rule, words) in [
        ("secrets-in-user-defaults", "setObject:token"), ("secrets-in-logs", "the token is"), ("weak-hash", "CC_MD5("),
        ("keychain-accessibility", "kSecAttrAccessibleAlways"), ("sql-by-interpolation", "sqlite3_prepare_v2"),
        ("biometrics-without-key", "evaluatePolicy:"), ("insecure-random", "rand()"), ("weak-cipher", "CCCrypt("),
      ] {
        #expect(found.contains("\(rule) \(line(words))"), "\(rule): \(found.sorted())")
      }
      #expect(report.findings.contains { $0.rule == "trusts-every-server" }, "\(found.sorted())")
    }

    @Test("What only debug builds hold is a note")
    func debugOnly() {
      let findings = report(Self.flawed).findings.filter { $0.line == line("dump:") }
      #expect(findings.allSatisfy { $0.severity == .note })
    }

    @Test("The repaired twins stay quiet")
    func repaired() {
      let report = report(
        """
        #import <Foundation/Foundation.h>
        @implementation Store
        - (void)keep:(BOOL)isDone {
          [[NSUserDefaults standardUserDefaults] setBool:isDone forKey:@"onboarding_done"];
          NSLog(@"kept %d", isDone);
          NSDictionary *query = @{ (__bridge id)kSecAttrAccessible:
            (__bridge id)kSecAttrAccessibleWhenUnlockedThisDeviceOnly };
          uint32_t dice = arc4random_uniform(6);
          CC_SHA256(bytes, length, out);
          NSPredicate *p = [NSPredicate predicateWithFormat:@"name == %@", name];
          sqlite3_prepare_v2(db, "SELECT * FROM users WHERE name = ?", -1, &statement, NULL);
          [NSURL URLWithString:@"https://api.sleep.app"];
        }
        @end
        """)
      #expect(report.incomplete.isEmpty)
      #expect(report.findings.filter { $0.severity > .note }.map(\.rule) == [])
    }

    private static func read(_ text: String) -> SourceUnit {
      ObjectiveCSource.unit(SourceText(path: "A.m", text: text), number: 0)
    }

    @Test("Messages have the names that Swift sees")
    func names() throws {
      let unit = Self.read(
        """
        void f(void) {
          [store setObject:a forKey:@"k"];
          [[Thing alloc] initWithName:a count:3];
          [NSString stringWithFormat:@"%@", a];
          [NSFileManager.defaultManager fileExistsAtPath:a];
          [session dataTaskWithURL:u completionHandler:^(NSData *d) { done(d); }];
          [settings setJavaScriptEnabled:YES];
          NSDictionary<NSString *, id> *d = @{@"a": @1, @"b": @[@2, @(x + 1)]};
          for (NSString *key in d) { use(key); }
        }
        """)
      #expect(!unit.regions.contains { $0.kind == .unreadable })
      #expect(unit.calls("set").first?.arguments.map(\.label) == ["", "forKey"])
      #expect(unit.calls("Thing").first?.arguments.map(\.label) == ["name", "count"])
      #expect(unit.calls("String").first?.arguments.map(\.label) == ["format", ""])
      #expect(unit.calls("fileExists").first?.arguments.map(\.label) == ["atPath"])
      #expect(unit.calls("fileExists").first?.receiver?.path == ["FileManager", "default"])
      #expect(unit.calls("dataTask").first?.arguments.map(\.label) == ["with", "completionHandler"])
      #expect(unit.assignments.first?.first?.name == "javaScriptEnabled")
      #expect(unit.calls("use").count == 1 && unit.calls("done").count == 1)
    }

    @Test("A file that is cut or changed anywhere is read to its end")
    func broken() {
      let bytes = Array(Self.flawed.utf8)
      for count in stride(from: 0, to: bytes.count, by: 50) {
        _ = Self.read(String(decoding: bytes[..<count], as: UTF8.self))
      }
      var state: UInt64 = 0x9E37_79B9_7F4A_7C15
      func next(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(1, bound)))
      }
      let signs = Array("(){}[]<>\"'@.,;:?!-=+*/\\\n#^".utf8)
      for _ in 0..<80 {
        var changed = bytes
        for _ in 0...next(5) {
          let start = next(changed.count)
          switch next(3) {
          case 0: changed.insert(signs[next(signs.count)], at: start)
          case 1: changed.removeSubrange(start..<min(changed.count, start + next(40)))
          default: changed[start] = signs[next(signs.count)]
          }
        }
        let unit = Self.read(String(decoding: changed, as: UTF8.self))
        #expect(unit.regions.allSatisfy { $0.start <= $0.end && Int($0.end) <= unit.text.text.utf8.count })
      }
    }

    @Test("Ten thousand levels are passed over, on the stack of an ordinary thread")
    func depth() {
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        for piece in [
          "[", "(", "{", "@{", "@[", "^{", "[a b:", "if (x) ", "a ? b : ", "a = ", "!", "f(", "(int)", "{ [a ",
        ] {
          let unit = Self.read("void f() { x = " + String(repeating: piece, count: 4_000) + " }\nvoid g() { good(); }")
          #expect(unit.regions.allSatisfy { $0.start <= $0.end }, "\(piece)")
        }
        done.signal()
      }
      thread.stackSize = 8 << 20
      thread.start()
      #expect(done.wait(timeout: .now() + 60) == .success)
    }
  }
#endif
