#if os(Linux) || os(Android)
  import SecretStorage

  /// Files of secrets that the index does not name: what a deletion could not remove, what a killed process prepared in
  /// vain, and what somebody put into the folder. Nothing of the store needs them: a prepared item counts only for a name
  /// of the index, and ``recover()`` has finished or taken back the last write before.
  extension Vault {
    /// Their names in the folder; needs the lock and a ``refresh()``. The root key, the index and the lock are none.
    borrowing func strays() throws(StorageError) -> [String] {
      let items = index.items
      var strays: [String] = []
      for file in try folder.fileNames() {
        guard let text = Self.secretText(of: file) else { continue }
        if let name = SecretName(text), items[name] != nil { continue }
        // A name that is no UTF-8 is read as another one, under which nothing lies: no file of ours ever had it.
        guard try folder.hasFile(file) else { continue }
        strays.append(file)
      }
      return strays
    }

    /// Removes them; needs the lock and a ``refresh()``. One that stays keeps no other.
    ///
    /// - Throws: what kept the first of those that stay.
    borrowing func removeStrays() throws(StorageError) {
      var refusal: StorageError?
      for file in try strays() {
        do throws(StorageError) { try folder.remove(file) } catch { refusal = refusal ?? error }
      }
      if let refusal { throw refusal }
    }

    /// What stands before the end that a file of a secret has; nil for other files.
    private static func secretText(of file: String) -> String? {
      for end in [suffix, doubtSuffix] {
        for whole in [end, PrivateFolder.temporary(end)] where file.hasSuffix(whole) {
          return String(file.dropLast(whole.count))
        }
      }
      return nil
    }
  }
#endif
