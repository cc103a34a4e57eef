import Foundation
import SourceAudit
import SwiftParser
import SwiftSyntax
import Synchronization

/// The limit: every file parsed and every node visited once, on two threads, and nothing else.
enum BareWalk {
  static func run(_ files: [SourceText]) -> Int {
    let next = Mutex(0)
    let total = Mutex(0)
    let workers = (0..<2).map { _ in
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        var nodes = 0
        while true {
          let index = next.withLock { value in
            value += 1
            return value - 1
          }
          guard index < files.count else { break }
          let visitor = CountingVisitor(viewMode: .sourceAccurate)
          visitor.walk(Parser.parse(source: files[index].text))
          nodes += visitor.nodes
        }
        total.withLock { [nodes] in $0 += nodes }
        done.signal()
      }
      thread.stackSize = 1 << 28
      thread.start()
      return done
    }
    for done in workers { done.wait() }
    return total.withLock { $0 }
  }

  private final class CountingVisitor: SyntaxAnyVisitor {
    var nodes = 0
    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
      nodes += 1
      return .visitChildren
    }
  }
}
