/// The names under which Swift sees what Objective-C declares: one rule then reads both languages.
/// Source: Swift evolution SE-0005; Apple's Swift interfaces of the named methods.
enum ObjectiveCNames {
  /// Selectors whose Swift names the general rule below does not give.
  private static let selectors: [String: (name: String, labels: [String])] = [
    "stringByAppendingString:": ("appending", [""]), "stringByAppendingFormat:": ("appendingFormat", [""]),
    "stringByAppendingPathComponent:": ("appendingPathComponent", [""]),
    "appendString:": ("append", [""]), "appendFormat:": ("appendingFormat", [""]),
    "openURL:": ("open", [""]), "openURL:options:completionHandler:": ("open", ["", "options", "completionHandler"]),
    "loadRequest:": ("load", [""]), "addScriptMessageHandler:name:": ("add", ["", "name"]),
    "URLSession:didReceiveChallenge:completionHandler:": ("urlSession", ["", "didReceive", "completionHandler"]),
    "URLSession:task:didReceiveChallenge:completionHandler:":
      ("urlSession", ["", "task", "didReceive", "completionHandler"]),
    "webView:didReceiveAuthenticationChallenge:completionHandler:":
      ("webView", ["", "didReceive", "completionHandler"]),
    "connection:willSendRequestForAuthenticationChallenge:": ("connection", ["", "willSendRequestFor"]),
    "application:openURL:options:": ("application", ["", "open", "options"]),
    "application:openURL:sourceApplication:annotation:":
      ("application", ["", "open", "sourceApplication", "annotation"]),
    "application:handleOpenURL:": ("application", ["", "handleOpen"]),
    "application:continueUserActivity:restorationHandler:": ("application", ["", "continue", "restorationHandler"]),
    "userContentController:didReceiveScriptMessage:": ("userContentController", ["", "didReceive"]),
    "dataUsingEncoding:": ("data", ["using"]), "writeToURL:atomically:": ("write", ["to", "atomically"]),
    "writeToURL:options:error:": ("write", ["to", "options", "error"]),
    "stringByAddingPercentEncodingWithAllowedCharacters:": ("addingPercentEncoding", ["withAllowedCharacters"]),
    "stringByAddingPercentEscapesUsingEncoding:": ("addingPercentEncoding", ["using"]),
    "localizedStringWithFormat:": ("localizedStringWithFormat", [""]),
  ]
  /// Kinds of value whose setters Swift all calls `set`.
  private static let setters: Set<String> = ["setObject", "setBool", "setInteger", "setDouble", "setFloat", "setURL"]
  private static let prepositions = ["With", "At", "From", "For", "To", "In", "By", "Using", "On", "Of"]
  /// Words that only repeat the type of the argument.
  private static let needless: Set<String> = ["URL", "Data", "Request", "String", "Object", "Block", "Handler"]

  private static let types: [String: String] = [
    "NSUserDefaults": "UserDefaults", "NSFileManager": "FileManager", "NSURLSession": "URLSession",
    "NSString": "String", "NSMutableString": "String", "NSData": "Data", "NSMutableData": "Data", "NSURL": "URL",
    "NSURLRequest": "URLRequest", "NSMutableURLRequest": "URLRequest", "NSURLCredential": "URLCredential",
    "NSURLSessionConfiguration": "URLSessionConfiguration", "NSNotificationCenter": "NotificationCenter",
    "NSURLComponents": "URLComponents", "NSBundle": "Bundle", "NSProcessInfo": "ProcessInfo", "NSInteger": "Int",
    "NSUInteger": "UInt", "BOOL": "Bool", "bool": "Bool", "int": "Int", "double": "Double", "float": "Float",
    "CGFloat": "Double", "NSXMLParser": "XMLParser", "NSHTTPCookieStorage": "HTTPCookieStorage",
    "NSHTTPCookie": "HTTPCookie", "NSURLCache": "URLCache", "NSURLQueryItem": "URLQueryItem",
  ]
  /// Properties whose Swift names are not theirs.
  private static let properties: [String: String] = [
    "secureTextEntry": "isSecureTextEntry", "HTTPBody": "httpBody", "HTTPBodyStream": "httpBodyStream",
    "HTTPCookieAcceptPolicy": "httpCookieAcceptPolicy",
  ]
  /// Class methods that are properties in Swift.
  private static let singletons: [String: String] = [
    "standardUserDefaults": "standard", "defaultManager": "default", "generalPasteboard": "general",
    "sharedSession": "shared", "sharedApplication": "shared", "defaultCenter": "default", "mainBundle": "main",
    "processInfo": "processInfo", "defaultSessionConfiguration": "default", "sharedURLCache": "shared",
    "sharedHTTPCookieStorage": "shared", "ephemeralSessionConfiguration": "ephemeral", "sharedInstance": "shared",
  ]
  /// Values of enumerations that rules ask for by their Swift names.
  private static let constants: [String: String] = [
    "NSURLSessionAuthChallengeUseCredential": "useCredential",
    "NSURLSessionAuthChallengePerformDefaultHandling": "performDefaultHandling",
    "NSURLSessionAuthChallengeCancelAuthenticationChallenge": "cancelAuthenticationChallenge",
    "NSURLSessionAuthChallengeRejectProtectionSpace": "rejectProtectionSpace",
    "LAPolicyDeviceOwnerAuthenticationWithBiometrics": "deviceOwnerAuthenticationWithBiometrics",
    "LAPolicyDeviceOwnerAuthentication": "deviceOwnerAuthentication",
    "kSecAccessControlBiometryAny": "biometryAny", "kSecAccessControlTouchIDAny": "touchIDAny",
    "kSecAccessControlBiometryCurrentSet": "biometryCurrentSet",
    "kSecAccessControlTouchIDCurrentSet": "touchIDCurrentSet", "kSecAccessControlUserPresence": "userPresence",
    "kSecAccessControlDevicePasscode": "devicePasscode", "NSDataWritingFileProtectionNone": "noFileProtection",
    "NSDataWritingFileProtectionComplete": "completeFileProtection",
    "NSHTTPCookieName": "name", "NSHTTPCookieValue": "value", "NSHTTPCookieDomain": "domain",
    "NSHTTPCookiePath": "path", "NSHTTPCookieSecure": "secure", "NSHTTPCookieExpires": "expires",
    "NSHTTPCookieOriginURL": "originURL", "NSHTTPCookieSameSitePolicy": "sameSitePolicy",
    "NSHTTPCookieAcceptPolicyAlways": "always", "NSHTTPCookieAcceptPolicyNever": "never",
    "NSHTTPCookieAcceptPolicyOnlyFromMainDocumentDomain": "onlyFromMainDocumentDomain",
  ]

  static func type(_ name: String) -> String { types[name] ?? name }
  static func constant(_ name: String) -> String? { constants[name] }
  static func singleton(_ selector: String) -> String? { singletons[selector] }
  static func property(_ name: String) -> String { properties[name] ?? name }

  /// The property that a setter sets: `setFoo:` is `foo`; nil for another method.
  static func property(setBy part: String) -> String? {
    guard part.hasPrefix("set"), part.count > 3, part.dropFirst(3).first?.isUppercase == true else { return nil }
    return property(lowered(part.dropFirst(3)))
  }

  /// Name and labels of a method; the labels are as many as the parts.
  static func method(_ parts: [String]) -> (name: String, labels: [String]) {
    let selector = parts.map { $0 + ":" }.joined()
    if let known = selectors[selector] { return known }
    guard let first = parts.first else { return ("", []) }
    let rest = parts.dropFirst().map { $0 }
    if setters.contains(first), rest.first == "forKey" { return ("set", [""] + rest) }
    guard let split = lastPreposition(first) else { return (first, [""] + rest) }
    let name = String(first[..<split])
    let tail = first[split...]
    let preposition = prepositions.first { tail.hasPrefix($0) } ?? ""
    let object = tail.dropFirst(preposition.count)
    let label = needless.contains(String(object)) ? preposition.lowercased() : lowered(tail)
    return (name, [label] + rest)
  }

  /// The labels of an initializer or a factory: `initWithFoo:bar:` and `thingWithFoo:bar:` are `(foo:bar:)`; nil for
  /// another method.
  static func initializer(_ parts: [String], of type: String) -> [String]? {
    guard let first = parts.first else { return nil }
    if first == "init" { return parts.count == 1 ? [""] : nil }
    var subject = first[...]
    if subject.hasPrefix("init") {
      subject = subject.dropFirst(4)
    } else {
      // `stringWithFormat:`, `credentialForTrust:`
      let words = ["With", "For"].compactMap { first.firstRange(of: $0) }
      guard
        let word = words.first(where: { range in
          let factory = first[..<range.lowerBound].lowercased()
          return !factory.isEmpty && type.lowercased().hasSuffix(factory)
        })
      else { return nil }
      return [lowered(first[word.upperBound...])] + parts.dropFirst()
    }
    guard subject.hasPrefix("With") || subject.first?.isUppercase == true else { return nil }
    let label = subject.hasPrefix("With") ? lowered(subject.dropFirst(4)) : lowered(subject)
    return [label] + parts.dropFirst()
  }

  /// Methods and properties that give the same value in another form: Swift writes none of them.
  static let transparent: Set<String> = ["UTF8String", "copy", "mutableCopy", "retain", "autorelease", "self"]

  /// The first letters in lower case, as in `urlString` of `URLString`.
  private static func lowered(_ text: some StringProtocol) -> String {
    let upper = text.prefix { $0.isUppercase }.count
    let count = upper > 1 && upper < text.count ? upper - 1 : upper
    return text.prefix(max(1, count)).lowercased() + text.dropFirst(max(1, count))
  }

  /// Where the last preposition begins that has a word before and behind it.
  private static func lastPreposition(_ text: String) -> String.Index? {
    var found: String.Index?
    for index in text.indices.dropFirst() where text[index].isUppercase {
      let tail = text[index...]
      guard let word = prepositions.first(where: { tail.hasPrefix($0) }) else { continue }
      guard tail.dropFirst(word.count).first?.isUppercase == true else { continue }
      found = index
    }
    return found
  }
}
