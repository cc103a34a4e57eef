import CoreGraphics
public import Foundation

/// The one filter that draws QR codes; every other name is unknown. Left out: the parameters' standards.
///
/// Follows Apple: one point for each square; a message that is too long gives no image. A border of one light square is
/// what published images have, Apple's pages do not say it.
public class CIFilter: NSObject {
  private let parameters: [String: Any]

  public init?(name: String, parameters params: [String: Any]?) {
    guard name == "CIQRCodeGenerator" else { return nil }
    parameters = params ?? [:]
  }

  public var outputImage: CIImage? {
    guard !EmulatedRenderer.current.lacksCodes, let message = parameters["inputMessage"] as? Data,
      let level = parameters["inputCorrectionLevel"] as? String,
      let code = QREncoder.shared?.code(message, level: level)
    else { return nil }
    let side = code.count
    return CIImage(extent: CGRect(x: 0, y: 0, width: side + 2, height: side + 2)) { x, y in
      let (column, row) = (x - 1, side - y)
      guard (-1...side).contains(column), (-1...side).contains(row) else { return nil }
      guard code.indices.contains(column), code.indices.contains(row) else { return 1 }
      return code[row][column] ? 0 : 1
    }
  }
}
