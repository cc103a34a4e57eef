import HTTPTypes

extension HTTPRequest {
  /// A request that sends JSON, or nothing, and takes JSON: the fields `Content-Type` and `Accept`. The caller adds
  /// `Authorization`; the transport sets scheme and host.
  public static func json(_ method: HTTPRequest.Method, path: String) -> HTTPRequest {
    var fields = HTTPFields()
    fields[.contentType] = "application/json"
    fields[.accept] = "application/json"
    return HTTPRequest(method: method, scheme: nil, authority: nil, path: path, headerFields: fields)
  }
}
