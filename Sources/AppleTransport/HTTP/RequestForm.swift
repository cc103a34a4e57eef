import Foundation
import HTTPTypes
import NetworkTrust

#if canImport(EmulatedURLSession)
  import EmulatedURLSession
#endif

/// Turns a request into the system's form, or refuses it.
enum RequestForm {
  static func make(
    _ request: HTTPRequest, body: [UInt8], at endpoint: Endpoint, timeout: Duration
  ) throws(NetworkError) -> URLRequest {
    let target = try RequestTarget(request, at: endpoint)
    // The system refuses a body here in its own way, and only after it asked the server.
    guard body.isEmpty || (request.method != .get && request.method != .head),
      // Nothing is encoded on the way: what the caller wrote is what the server reads.
      let url = URL(string: "\(endpoint)\(target.path)", encodingInvalidCharacters: false)
    else { throw .invalidRequest }
    var form = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout.seconds)
    form.httpMethod = request.method.rawValue
    form.httpShouldHandleCookies = false
    for field in request.headerFields { form.addValue(field.value, forHTTPHeaderField: field.name.rawName) }
    if !body.isEmpty { form.httpBody = Data(body) }
    return form
  }
}

extension Duration {
  var seconds: Double {
    let parts = components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }
}
