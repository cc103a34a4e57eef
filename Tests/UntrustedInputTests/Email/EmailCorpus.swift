/// Addresses with the judgement of the RFCs, one per line: `+` and an address, or the reason and an address.
///
/// Our own lines, in the shapes of the public corpora: RFC 3696 section 3 with its errata, RFC 5322 appendix A, RFC 5321
/// section 4.1.2, RFC 6531 and 6532, RFC 5893, and the kinds of cases that the isemail test set (D. Sayers) made common.
/// Lines under `decided` are well-formed in RFC 5322 and refused by this house; `␠` is a blank, `␉` a tab, `⏎` a return
/// with a line feed, `…N` a letter N times.
enum EmailCorpus {
  static let valid = #"""
    + user@example.com
    + first.last@example.com
    + a@example.com
    + 1@example.com
    + 1234567890@example.com
    + user+tag@example.com
    + user+tag+sorting@example.com
    + customer/department=shipping@example.com
    + $A12345@example.com
    + !def!xyz%abc@example.com
    + _somename@example.com
    + #@example.com
    + ~@example.com
    + *@example.com
    + `@example.com
    + {}@example.com
    + |@example.com
    + '@example.com
    + o'brien@example.com
    + -@example.com
    + --@example.com
    + -a-@example.com
    + __@example.com
    + a.b.c.d.e.f@example.com
    + a-b.c_d+e=f@example.com
    + !#$%&'*+-/=?^_`{|}~@example.com
    + USER@example.com
    + user@EXAMPLE.COM
    + user@Example.Com
    + user@sub.example.com
    + user@a.b.c.d.e.f.example.com
    + user@exa-mple.com
    + user@e-x-a-m-p-l-e.com
    + user@1example.com
    + user@123.com
    + user@1.2.3.com
    + user@3com.example
    + user@example.co
    + user@example.museum
    + user@example.travelersinsurance
    + user@x.y
    + user@a.1b
    + user@example.c0m
    + user@xn--bcher-kva.example
    + user@XN--BCHER-KVA.example
    + user@xn--mgbh0fb.xn--kgbechtv
    + user@xn--80akhbyknj4f.example
    + …a64@example.com
    + user@…a63.com
    + user@…a63.…b63.…c63.com
    + ""@example.com
    + "a"@example.com
    + "user"@example.com
    + "␠"@example.com
    + "a␠b"@example.com
    + "first␠last"@example.com
    + "first.last"@example.com
    + "a@b"@example.com
    + "Abc@def"@example.com
    + "Abc\@def"@example.com
    + "Fred␠Bloggs"@example.com
    + "Joe\\Blow"@example.com
    + "a\"b"@example.com
    + "\""@example.com
    + "\\"@example.com
    + "\a"@example.com
    + "\␠"@example.com
    + "a..b"@example.com
    + ".a"@example.com
    + "a."@example.com
    + ".."@example.com
    + "()<>[]:,;@\\\"!#$%&'-/=?^_`{}|␠~.a"@example.com
    + "very.(),:;<>[]\".VERY.\"very@\\␠\"very\".unusual"@example.com
    + "much.more␠unusual"@example.com
    + "john..doe"@example.org
    + mailhost!username@example.org
    + user%example.com@example.org
    + user-@example.org
    + test/test@test.com
    + x@example.com
    + user.name@example.com
    + disposable.style.email.with+symbol@example.com
    + other.email-with-hyphen@example.com
    + fully-qualified-domain@example.com
    + example-indeed@strange-example.com
    + example@s.example
    + user@example.org.de
    + jörg@example.de
    + müller@müller.de
    + user@müller.de
    + user@bücher.example
    + user@BÜCHER.example
    + user@straße.de
    + user@faß.de
    + ñoñó@example.com
    + Pelé@example.com
    + δοκιμή@παράδειγμα.δοκιμή
    + 我買@屋企.香港
    + 二ノ宮@黒川.日本
    + медведь@с-балалайкой.рф
    + संपर्क@डाटामेल.भारत
    + θσερ@εχαμπλε.ψομ
    + 用户@例子.广告
    + ಬೆಂಬಲ@ಡೇಟಾಮೇಲ್.ಭಾರತ
    + अजय@डाटा.भारत
    + квіточка@пошта.укр
    + Dörte@Sörensen.example.com
    + коля@пример.рф
    + user@παράδειγμα.ελ
    + user@다음.한국
    + user@مثال.شبكة
    + user@דוגמה.קום
    + "jörg␠müller"@example.de
    + jo̱rg@example.com
    + 😀@example.com
    + user@ñandu.example
    + user@l·l.example
    + user@col·lega.example
    + user@日本語・テスト.example
    """#

  static let invalid = #"""
    empty
    missingAt user
    missingAt example.com
    missingAt user.example.com
    missingAt a
    localPartEmpty @
    localPartEmpty @example.com
    domainEmpty user@
    domainEmpty a.b@
    domainEmpty "a"@
    secondAt user@@example.com
    secondAt user@name@example.com
    secondAt a@b@c@example.com
    localPartCharacter Abc\@def@example.com
    misplacedDot .user@example.com
    misplacedDot user.@example.com
    misplacedDot us..er@example.com
    misplacedDot .@example.com
    misplacedDot ..@example.com
    misplacedDot ...user@example.com
    misplacedDot a.b..c@example.com
    misplacedDot user...name@example.com
    blank us␠er@example.com
    blank ␠user@example.com
    blank user␠@example.com
    blank user@␠example.com
    blank user@exam␠ple.com
    blank user@example.com␠
    controlCharacter ␉user@example.com
    controlCharacter us␉er@example.com
    controlCharacter "us␉er"@example.com
    controlCharacter user@example.com⏎
    controlCharacter user⏎@example.com
    controlCharacter user@⏎example.com
    controlCharacter "a⏎␠b"@example.com
    localPartCharacter us[er@example.com
    localPartCharacter us]er@example.com
    localPartCharacter us:er@example.com
    localPartCharacter us;er@example.com
    localPartCharacter us,er@example.com
    localPartCharacter us\er@example.com
    localPartCharacter user,name@example.com
    localPartCharacter a,b@example.com
    localPartCharacter mailto:user@example.com
    displayName User<user@example.com>
    displayName <user@example.com>
    displayName us<er@example.com
    displayName us>er@example.com
    unfinishedQuote us"er@example.com
    unfinishedQuote "user@example.com
    unfinishedQuote user"@example.com
    localPartCharacter "us"er"@example.com
    unfinishedQuote "user\"@example.com
    unfinishedQuote "
    unfinishedQuote "\
    unfinishedQuote a"b(c)d,e:f;g<h>i[j\k]l@example.com
    unfinishedQuote just"not"right@example.com
    localPartCharacter "a"b@example.com
    localPartCharacter "a".@example.com
    missingAt "a"
    missingAt ""
    localPartTooLong …a65@example.com
    localPartTooLong …a200@example.com
    + "…a63"@example.com
    localPartTooLong "…a62␠b"@example.com
    localPartTooLong …ü33@example.com
    tooLong …a64@…b63.…c63.…d63.com
    domainTooLong a@…b63.…c63.…d63.…e63
    tooLong …a2000
    labelTooLong user@…a64.com
    labelTooLong user@example.…c64
    labelEmpty user@.example.com
    labelEmpty user@example..com
    labelEmpty user@example.com.
    labelEmpty user@.
    labelEmpty user@..
    labelEmpty user@...
    misplacedHyphen user@-example.com
    misplacedHyphen user@example-.com
    misplacedHyphen user@example.-com
    misplacedHyphen user@example.com-
    misplacedHyphen user@-.com
    misplacedHyphen user@üb--er.com
    misplacedHyphen user@ü---.com
    domainCharacter user@exa_mple.com
    domainCharacter user@_example.com
    domainCharacter user@exam!ple.com
    domainCharacter user@example,com
    domainCharacter user@exam#ple.com
    domainCharacter user@exam/ple.com
    domainCharacter user@exam\ple.com
    domainCharacter user@"example".com
    domainCharacter user@example.com:25
    domainCharacter user@example.com>
    domainCharacter user@<example.com
    domainCharacter user@exam*ple.com
    domainCharacter user@exam%ple.com
    domainCharacter user@exam;ple.com
    domainCharacter user@example.com]
    domainCharacter user@example.com'
    numericEnding user@1.2.3.4
    numericEnding user@127.0.0.1
    numericEnding user@example.123
    numericEnding user@123
    misplacedHyphen user@xn--.com
    malformedPunycode user@xn--a.com
    misplacedHyphen user@xn---.com
    malformedPunycode user@xn--bcher-kva9.example
    misplacedHyphen user@xn--a-.com
    malformedPunycode user@xn--0000000.com
    malformedPunycode user@xn--99999999.com
    malformedPunycode user@xn--a-ecp.com
    domainCharacter user@a☃.com
    domainCharacter user@☃.example
    malformedPunycode user@xn--n3h.com
    domainCharacter user@♥.com
    domainCharacter user@ｅxample.com
    domainCharacter user@example。com
    domainCharacter user@exampl\u{2460}.com
    misplacedDomainCharacter user@a·b.com
    misplacedDomainCharacter user@·l.com
    misplacedDomainCharacter user@a・b.com
    misplacedDomainCharacter user@\u{301}a.com
    misplacedDomainCharacter user@a\u{200D}b.com
    misplacedDomainCharacter user@a\u{200C}b.com
    mixedDirections user@aא.com
    mixedDirections user@אa.com
    mixedDirections user@1א.com
    mixedDirections user@א.1com
    controlCharacter us\u{0}er@example.com
    controlCharacter us\u{7F}er@example.com
    controlCharacter us\u{85}er@example.com
    controlCharacter us\u{2028}er@example.com
    controlCharacter user@exam\u{0}ple.com
    invisibleCharacter us\u{202E}er@example.com
    invisibleCharacter us\u{200B}er@example.com
    invisibleCharacter \u{FEFF}user@example.com
    invisibleCharacter user@exam\u{200B}ple.com
    invisibleCharacter user@exam\u{AD}ple.com
    invisibleCharacter us\u{2066}er@example.com
    invisibleCharacter "us\u{202E}er"@example.com
    invisibleCharacter us\u{E0041}er@example.com
    unknownCharacter us\u{E000}er@example.com
    unknownCharacter us\u{10FFFF}er@example.com
    unknownCharacter us\u{378}er@example.com
    blank us\u{A0}er@example.com
    blank us\u{3000}er@example.com
    blank this␠is"not\allowed@example.com
    missingAt plainaddress
    domainCharacter user@exam=ple.com
    addressLiteral user@[example].com
    """#

  /// Well-formed, refused here; the last two groups may be asked for.
  static let decided = #"""
    misplacedHyphen user@ab--cd.com
    comment user(comment)@example.com
    comment (comment)user@example.com
    comment user@(comment)example.com
    comment user@example.com(comment)
    comment user@example(a).com
    comment ((nested))user@example.com
    unfinishedQuote first."last"@example.com
    localPartCharacter "first".last@example.com
    localPartCharacter "first"."last"@example.com
    blank user␠.␠name@example.com
    blank user␠@␠example.com
    blank Joe␠<joe@example.com>
    addressLiteral user@[127.0.0.1]
    addressLiteral user@[IPv6:::1]
    addressLiteral user@[IPv6:2001:db8::1]
    singleLabel user@localhost
    singleLabel admin@mailserver1
    singleLabel root@xn--p1ai
    """#

  /// The rows of a block: what is expected (`+` or a reason), and the address with its signs put back.
  static func rows(_ block: String) -> [(expected: String, address: String)] {
    block.split(separator: "\n").map { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      return (String(parts[0]), parts.count > 1 ? restored(parts[1]) : "")
    }
  }

  private static func restored(_ text: Substring) -> String {
    var output = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "␠": output.append(" ")
      case "␉": output.append("\t")
      case "⏎": output.append(contentsOf: "\r\n".unicodeScalars)
      case "…":
        guard let letter = rest.popFirst() else { continue }
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest = rest.dropFirst(digits.count)
        output.append(contentsOf: repeatElement(letter, count: Int(String(digits)) ?? 0))
      case "\\" where rest.starts(with: "u{".unicodeScalars):
        let digits = rest.dropFirst(2).prefix { $0 != "}" }
        rest = rest.dropFirst(digits.count + 3)
        UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init).map { output.append($0) }
      default: output.append(scalar)
      }
    }
    return String(output)
  }
}
