#if os(Linux)

  import Glibc

  /// What the kernel told the program at its start, in memory that the program may write to.
  enum AuxiliaryVector {
    /// It lies behind the environment, and getauxval(3) reads it there.
    static func set(_ kind: UInt, to value: UInt) -> Bool {
      guard let symbol = dlsym(nil, "environ"), var word = symbol.load(as: (UnsafeMutablePointer<UInt>?).self) else {
        return false
      }
      while word.pointee != 0 { word += 1 }
      word += 1
      while word.pointee != 0 {
        if word.pointee == kind {
          word[1] = value
          return true
        }
        word += 2
      }
      return false
    }
  }

#endif
