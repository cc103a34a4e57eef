public import Foundation

/// An X.509 certificate. Follows Apple: made of DER only, and it gives the same bytes back. Apple refuses bytes that it
/// cannot read; here OpenSSL reads them.
public final class SecCertificate {
  let encoded: Data

  init(_ encoded: Data) { self.encoded = encoded }
}

public func SecCertificateGetTypeID() -> CFTypeID { 8 }

public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? {
  let search = PathSearch(leaf: data, others: [], anchors: [], isForServers: false, date: Date())
  return search.answer() == nil ? nil : SecCertificate(data)
}

public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { certificate.encoded }
