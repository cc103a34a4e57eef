import Foundation
import Glibc

/// OpenSSL's libcrypto, looked up at run time: another author's judge of certificate paths, so that a test which compares
/// with it does not compare the code with itself. Nothing of it is linked and no header is needed.
struct LibCrypto: @unchecked Sendable {
  // @unchecked: addresses of functions, which never change.
  typealias Object = UnsafeMutableRawPointer
  typealias Bytes = UnsafePointer<UInt8>

  /// Nil where the library is missing: then every evaluation fails with `errSecInternalComponent`.
  static let shared = LibCrypto(path: "libcrypto.so.3")

  static let serverPurpose: Int32 = 2
  static let partialChain: UInt = 0x80000
  /// Two: 112 bits, so neither RSA below 2048 bits nor SHA-1, as Apple asks of a server's certificate.
  static let securityLevel: Int32 = 2
  /// The common name is never looked at, and a wildcard is a whole label.
  static let hostFlags: UInt32 = 0x20 | 0x4

  let read: @convention(c) (Object?, UnsafeMutablePointer<Bytes?>, Int) -> Object?
  let write: @convention(c) (Object, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
  let free: @convention(c) (Object?) -> Void
  let newStore: @convention(c) () -> Object?
  let addAnchor: @convention(c) (Object, Object) -> Int32
  let freeStore: @convention(c) (Object?) -> Void
  let newContext: @convention(c) () -> Object?
  let initContext: @convention(c) (Object, Object, Object, Object?) -> Int32
  let freeContext: @convention(c) (Object?) -> Void
  let parameters: @convention(c) (Object) -> Object
  let verify: @convention(c) (Object) -> Int32
  let error: @convention(c) (Object) -> Int32
  let chain: @convention(c) (Object) -> Object?
  let setHost: @convention(c) (Object, UnsafePointer<CChar>, Int) -> Int32
  let setAddress: @convention(c) (Object, UnsafePointer<CChar>) -> Int32
  let setHostFlags: @convention(c) (Object, UInt32) -> Void
  let setTime: @convention(c) (Object, Int) -> Void
  let setPurpose: @convention(c) (Object, Int32) -> Int32
  let setFlags: @convention(c) (Object, UInt) -> Int32
  let setLevel: @convention(c) (Object, Int32) -> Void
  let newStack: @convention(c) () -> Object?
  let push: @convention(c) (Object, Object) -> Int32
  let count: @convention(c) (Object?) -> Int32
  let value: @convention(c) (Object?, Int32) -> Object?
  let freeStack: @convention(c) (Object?) -> Void

  private init?(path: String) {
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { return nil }
    var isComplete = true
    func find<Function>(_ name: String) -> Function? {
      let address = dlsym(library, name)
      if address == nil { isComplete = false }
      return address.map { unsafeBitCast($0, to: Function.self) }
    }
    guard let read: @convention(c) (Object?, UnsafeMutablePointer<Bytes?>, Int) -> Object? = find("d2i_X509"),
      let write: @convention(c) (Object, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32 =
        find("i2d_X509"),
      let free: @convention(c) (Object?) -> Void = find("X509_free"),
      let newStore: @convention(c) () -> Object? = find("X509_STORE_new"),
      let addAnchor: @convention(c) (Object, Object) -> Int32 = find("X509_STORE_add_cert"),
      let freeStore: @convention(c) (Object?) -> Void = find("X509_STORE_free"),
      let newContext: @convention(c) () -> Object? = find("X509_STORE_CTX_new"),
      let initContext: @convention(c) (Object, Object, Object, Object?) -> Int32 = find("X509_STORE_CTX_init"),
      let freeContext: @convention(c) (Object?) -> Void = find("X509_STORE_CTX_free"),
      let parameters: @convention(c) (Object) -> Object = find("X509_STORE_CTX_get0_param"),
      let verify: @convention(c) (Object) -> Int32 = find("X509_verify_cert"),
      let error: @convention(c) (Object) -> Int32 = find("X509_STORE_CTX_get_error"),
      let chain: @convention(c) (Object) -> Object? = find("X509_STORE_CTX_get0_chain"),
      let setHost: @convention(c) (Object, UnsafePointer<CChar>, Int) -> Int32 = find("X509_VERIFY_PARAM_set1_host"),
      let setAddress: @convention(c) (Object, UnsafePointer<CChar>) -> Int32 = find("X509_VERIFY_PARAM_set1_ip_asc"),
      let setHostFlags: @convention(c) (Object, UInt32) -> Void = find("X509_VERIFY_PARAM_set_hostflags"),
      let setTime: @convention(c) (Object, Int) -> Void = find("X509_VERIFY_PARAM_set_time"),
      let setPurpose: @convention(c) (Object, Int32) -> Int32 = find("X509_VERIFY_PARAM_set_purpose"),
      let setFlags: @convention(c) (Object, UInt) -> Int32 = find("X509_VERIFY_PARAM_set_flags"),
      let setLevel: @convention(c) (Object, Int32) -> Void = find("X509_VERIFY_PARAM_set_auth_level"),
      let newStack: @convention(c) () -> Object? = find("OPENSSL_sk_new_null"),
      let push: @convention(c) (Object, Object) -> Int32 = find("OPENSSL_sk_push"),
      let count: @convention(c) (Object?) -> Int32 = find("OPENSSL_sk_num"),
      let value: @convention(c) (Object?, Int32) -> Object? = find("OPENSSL_sk_value"),
      let freeStack: @convention(c) (Object?) -> Void = find("OPENSSL_sk_free"), isComplete
    else { return nil }
    (self.read, self.write, self.free, self.newStore, self.addAnchor) = (read, write, free, newStore, addAnchor)
    (self.freeStore, self.newContext, self.initContext) = (freeStore, newContext, initContext)
    (self.freeContext, self.parameters, self.verify, self.error) = (freeContext, parameters, verify, error)
    (self.chain, self.setHost, self.setAddress, self.setHostFlags) = (chain, setHost, setAddress, setHostFlags)
    (self.setTime, self.setPurpose, self.setFlags, self.setLevel) = (setTime, setPurpose, setFlags, setLevel)
    (self.newStack, self.push, self.count, self.value, self.freeStack) = (newStack, push, count, value, freeStack)
  }
}
