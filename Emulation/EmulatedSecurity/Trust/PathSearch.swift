import Foundation

/// One question to OpenSSL: does a path lead from the leaf to an anchor, and is it good for this server now?
struct PathSearch {
  /// OpenSSL's error and the path as far as it got, leaf first.
  struct Answer {
    let error: Int32
    let path: [Data]
  }

  var leaf: Data
  var others: [Data]
  var anchors: [Data]
  /// A name or an address; nil asks for none.
  var host: String?
  var isForServers: Bool
  var date: Date

  /// Nil when the library is missing or cannot even begin.
  func answer() -> Answer? {
    guard let library = LibCrypto.shared else { return nil }
    var owned: [LibCrypto.Object] = []
    defer { for object in owned { library.free(object) } }
    func parsed(_ data: Data) -> LibCrypto.Object? {
      let object = Array(data).withUnsafeBufferPointer { bytes -> LibCrypto.Object? in
        var start = bytes.baseAddress
        return library.read(nil, &start, bytes.count)
      }
      if let object { owned.append(object) }
      return object
    }
    guard let leaf = parsed(leaf), let store = library.newStore(), let context = library.newContext(),
      let stack = library.newStack()
    else { return nil }
    defer {
      library.freeContext(context)
      library.freeStore(store)
      library.freeStack(stack)
    }
    for anchor in anchors.compactMap(parsed) { _ = library.addAnchor(store, anchor) }
    for other in others.compactMap(parsed) { _ = library.push(stack, other) }
    guard library.initContext(context, store, leaf, stack) == 1 else { return nil }
    let parameters = library.parameters(context)
    library.setTime(parameters, Int(date.timeIntervalSince1970.rounded(.down)))
    _ = library.setFlags(parameters, LibCrypto.partialChain)
    library.setLevel(parameters, LibCrypto.securityLevel)
    if isForServers { _ = library.setPurpose(parameters, LibCrypto.serverPurpose) }
    if let host, library.setAddress(parameters, host) != 1 {
      library.setHostFlags(parameters, LibCrypto.hostFlags)
      _ = library.setHost(parameters, host, host.utf8.count)
    }
    let holds = library.verify(context) == 1
    let chain = library.chain(context)
    let path = (0..<max(library.count(chain), 0)).compactMap { index in
      library.value(chain, index).flatMap { encoded($0, library) }
    }
    return Answer(error: holds ? 0 : max(library.error(context), 1), path: path)
  }

  private func encoded(_ certificate: LibCrypto.Object, _ library: LibCrypto) -> Data? {
    let count = library.write(certificate, nil)
    guard count > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let written = bytes.withUnsafeMutableBufferPointer { buffer -> Int32 in
      var start = buffer.baseAddress
      return library.write(certificate, &start)
    }
    return written == count ? Data(bytes) : nil
  }
}
