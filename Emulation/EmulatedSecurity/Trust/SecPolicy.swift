/// What a trust object asks of the leaf: for TLS the server's name or address and its extended key usage.
public final class SecPolicy {
  let isForServers: Bool
  let host: String?

  init(isForServers: Bool, host: String?) {
    self.isForServers = isForServers
    self.host = host
  }
}

/// Follows Apple: the policy for the certificates of servers, with a name or an address; nil asks for none.
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
  SecPolicy(isForServers: server, host: hostname)
}
