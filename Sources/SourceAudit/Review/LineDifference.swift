/// Which lines of one text became which lines of another. Ends of lines of either kind are equal.
struct LineDifference {
  /// Rows from 0 of the old text that gave way to rows of the new text.
  struct Hunk: Equatable {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// Beyond so many pairs of lines the middle counts as changed whole: time stays bounded.
  private static let mostPairs = 16_000_000

  let old: [Substring]
  let new: [Substring]
  let hunks: [Hunk]

  init(from old: String, to new: String) {
    let old = old.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let new = new.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    self.old = old
    self.new = new
    var head = 0
    while head < old.count, head < new.count, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < old.count - head, tail < new.count - head,
      old[old.count - 1 - tail] == new[new.count - 1 - tail]
    {
      tail += 1
    }
    let before = old[head..<old.count - tail]
    let after = new[head..<new.count - tail]
    if before.isEmpty, after.isEmpty {
      hunks = []
    } else if before.isEmpty || after.isEmpty || before.count * after.count > Self.mostPairs {
      hunks = [Hunk(old: before.indices, new: after.indices)]
    } else {
      hunks = Self.hunks(Array(before), Array(after), from: head)
    }
  }

  private static func hunks(_ old: [Substring], _ new: [Substring], from head: Int) -> [Hunk] {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let row, _, _): removed.insert(row)
      case .insert(let row, _, _): inserted.insert(row)
      }
    }
    var hunks: [Hunk] = []
    var left = 0
    var right = 0
    while left < old.count || right < new.count {
      let start = (left, right)
      while removed.contains(left) { left += 1 }
      while inserted.contains(right) { right += 1 }
      if (left, right) == start {
        left += 1
        right += 1
      } else {
        hunks.append(Hunk(old: head + start.0..<head + left, new: head + start.1..<head + right))
      }
    }
    return hunks
  }
}
