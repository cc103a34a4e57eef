#if os(Linux) || os(Android)

  import CRawSystemCalls

  extension ExecutableRows {
    /// The rows of the image that these checks are linked into; a hook may have split them.
    func own() throws(SystemCallFailure) -> [Row] {
      guard let here = row(at: mantlet_raw_own_code()) else { throw .unreadable("own code is not in the map") }
      return rows.filter { $0.isOfFile(of: here) }
    }
  }

#endif
