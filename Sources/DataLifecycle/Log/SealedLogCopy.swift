import Foundation

/// What lay in the folder of a sealed log at one moment, sealed.
struct SealedLogCopy {
  /// The bytes of each, oldest first, and the seal; nil without a head.
  var segments: [(file: [UInt8], seal: LogSeal?)] = []
  /// Milliseconds.
  let life: Int64
  let torn: Int

  init(life: Int64, torn: Int) {
    self.life = life
    self.torn = torn
  }

  func opened(_ now: Date) -> SealedLogContent {
    var lines: [SealedLogLine] = []
    var damaged = 0
    let oldest = SealedLogState.milliseconds(now) - life
    for (file, seal) in segments {
      guard let seal else {
        damaged += 1
        continue
      }
      for (place, range) in LogFrames(in: file).ranges.enumerated() {
        guard let line = seal.open(file[range], place: place) else {
          damaged += 1
          continue
        }
        if SealedLogState.milliseconds(line.time) >= oldest { lines.append(line) }
      }
    }
    return SealedLogContent(lines: lines, damaged: damaged, torn: torn)
  }
}
