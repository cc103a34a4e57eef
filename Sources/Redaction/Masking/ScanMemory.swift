/// What a ``MaskScanner`` has seen ahead of its place or remembers of what lies behind it. Apart from the scanner, which the
/// compiler copies at each look that changes nothing: the copies took most of the time. A copy of
/// a scanner that goes on would share it: each walk makes a scanner of its own.
final class ScanMemory {
  var found: [Leak] = []
  /// Up to here no dot ends a run that began with `eyJ`.
  var dotlessUntil = 0
  /// Up to here goes a run that holds only these classes of bytes, too few for a key.
  var keyRunEnd = 0
  var keyRunClasses: UInt8 = 0
  /// Up to here base64 behind `Basic` holds no colon, for each of the four places where a group of it may begin.
  var colonlessUntil = SIMD4<Int>(repeating: 0)
  /// Up to here base64 was opened and held nothing, for each of the four places where a group of it may begin; behind them
  /// the same for looks that ended where UTF-8 ended.
  var openedUntil = SIMD8<Int>(repeating: 0)
  /// The same for UTF-16, for each of the eight places after which units and groups begin together again.
  var wideUntil = SIMD8<Int>(repeating: 0)
  /// Bytes of breaks of lines, and of escapes beyond the one character that each of them stands for, and up to where they
  /// are counted.
  var surplus = 0
  var countedUntil = 0
  /// Up to here no `@` ends a user's name behind `://`.
  var signlessUntil = 0
  /// The end of the last percent-encoded plus sign.
  var plusEnd = -1
  /// The end of the last escape such as `\n`: its letter is no part of what follows.
  var escapeEnd = -1
  /// The end of the last word `curl`, whose options may hold a password.
  var commandEnd = -1
  /// The mark that stands for a password there already.
  var loginMark = -1
  /// The `>` behind which the text of a secret's element begins.
  var elementAt = -1
  /// Up to here no tag ends the text of an element.
  var textlessUntil = 0
}
