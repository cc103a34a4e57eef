public import CoreGraphics
import CoreImage
import Foundation
public import Redaction

/// A mission's key as a QR code on a screen, for the camera of the next member.
///
/// - Claims: the code holds exactly the given bytes, at level M (up to 15 % of it may be unreadable), black on white, with
///   a light border of at least four squares, and every square is a whole number of pixels. It is drawn anew at each call
///   and nothing here keeps it; Core Image is asked to cache nothing.
/// - Does not protect: **the image is the key.** Whoever sees or photographs the screen is a member. Show it for a short
///   time, in a scene that `ScreenPrivacy` covers (`SceneWatch` of `AppleScreen`), let it go afterwards, and never save,
///   print, share or send it. The memory of the image and what the system copied while it drew are not wiped.
///
/// Source: ISO/IEC 18004:2015 section 5.3.8 and table 7; Apple, CIFilter `qrCodeGenerator()`; BSI TR-03161-1 O.Data_2.
public enum MeshKeyCode {
  /// Squares on each side that stay light.
  private static let border: CGFloat = 4
  /// What a code of level M holds at most, in bytes.
  private static let limit = 2331

  // O.Data_2#999
  /// The code of a text that `MeshKeyText` of `PeerMesh` made.
  ///
  /// - Parameter pixels: the width and the height that it may have; it has the largest whole multiple of its squares below.
  ///   Draw it at that size, in pixels, or scale it without interpolation.
  /// - Throws: ``MeshKeyCodeError``.
  public static func exposedImage(
    of text: borrowing Secret, within pixels: Int
  ) throws(MeshKeyCodeError) -> CGImage {
    guard (1...limit).contains(text.count) else { throw .length(limit: limit) }
    let parameters: [String: Any] = [
      "inputMessage": text.withExposedBytes { Data($0) }, "inputCorrectionLevel": "M",
    ]
    guard let code = CIFilter(name: "CIQRCodeGenerator", parameters: parameters)?.outputImage,
      !code.extent.isEmpty, !code.extent.isInfinite
    else { throw .notDrawn }
    let field = code.extent.insetBy(dx: -border, dy: -border)
    let factor = pixels / Int(field.width)
    guard factor > 0 else { throw .room(needed: Int(field.width)) }
    let paper = CIImage(color: .white).cropped(to: field)
    // Sampled as Core Image does by itself, the edges of the squares would be grey.
    let enlarged = code.composited(over: paper).samplingNearest()
      .transformed(by: CGAffineTransform(scaleX: CGFloat(factor), y: CGFloat(factor)))
    let context = CIContext(options: [.cacheIntermediates: false])
    guard let image = context.createCGImage(enlarged, from: enlarged.extent) else { throw .notDrawn }
    return image
  }
}
