#if os(Linux) || os(Android)

  /// The rows of `/proc/self/mountinfo`. Source: proc_pid_mountinfo(5).
  struct MountRows: Sendable {
    struct Row: Sendable {
      let root: String
      let target: String
      let options: [Substring]
      let type: String
      let source: String
    }

    let rows: [Row]

    init(_ bytes: [UInt8]) throws(SystemCallFailure) {
      var rows: [Row] = []
      for line in bytes.split(separator: 10) {
        let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
        // Optional fields stand before the lone dash, the file system's own after it.
        guard fields.count > 6, let dash = fields[6...].firstIndex(of: "-"), fields.count > dash + 2 else {
          throw .unreadable("mount table")
        }
        rows.append(
          Row(
            root: String(fields[3]), target: String(fields[4]), options: fields[5].split(separator: ","),
            type: String(fields[dash + 1]), source: String(fields[dash + 2])))
      }
      self.rows = rows
    }
  }

#endif
