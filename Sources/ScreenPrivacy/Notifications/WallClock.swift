import Foundation

/// When the clocks of a time zone show something.
///
/// A time that is skipped when clocks go forward is the first moment after the gap; of a time that comes twice when they
/// go back the first one counts. So each day has each time once.
struct WallClock {
  /// Seconds ahead of UTC, at a moment in seconds since 1970.
  let offset: (Double) -> Int

  init(_ zone: TimeZone) {
    offset = { zone.secondsFromGMT(for: Date(timeIntervalSince1970: $0)) }
  }

  /// The number of the day, counted from 1970-01-01, in which a moment lies.
  func day(of moment: Double) -> Int { Int(((moment + Double(offset(moment))) / 86400).rounded(.down)) }

  func moment(day: Int, seconds: Int) -> Double {
    let shown = Double(day * 86400 + seconds)
    // A zone may skip a whole day, so the offsets are taken from further away.
    let offsets = [offset(shown - 2 * 86400), offset(shown + 2 * 86400), offset(shown)]
    let fitting = offsets.map { shown - Double($0) }.filter { $0 + Double(offset($0)) == shown }
    if let first = fitting.min() { return first }
    var (before, after) = (shown - Double(offsets.max() ?? 0) - 1, shown - Double(offsets.min() ?? 0))
    while after - before > 1 {
      let middle = ((before + after) / 2).rounded(.down)
      if middle + Double(offset(middle)) < shown { before = middle } else { after = middle }
    }
    return after
  }
}
