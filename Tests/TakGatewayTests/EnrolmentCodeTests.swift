import NetworkTrust
import TakGateway
import Testing

@Suite struct EnrolmentCodeTests {
  @Test func `The three forms of the field are read`() throws {
    let link = try EnrolmentCode("tak://com.atakmap.app/enroll?host=tak.example&username=eve&token=a%26b%3Dc")
    #expect(link.host.description == "tak.example" && link.port == nil && link.username == "eve" && link.hasPassword)
    #expect(try EnrolmentCode("tak://com.atakmap.app/enroll?host=tak.example:8446&username=e&token=t").port == 8446)
    let line = try EnrolmentCode("My server,10.0.0.1,8089,SSL")
    #expect(line.host.description == "10.0.0.1" && line.port == 8089 && line.name == "My server" && !line.hasPassword)
    let registration = try EnrolmentCode(
      #"{"serverCredentials":{"connectionString":"tak.example:8089:ssl"},"userCredentials":{"username":"e","password":"p"}}"#
    )
    #expect(registration.port == 8089 && registration.username == "e" && registration.hasPassword)
  }

  @Test(arguments: [
    "", "tak://com.atakmap.app/enroll", "tak://com.atakmap.app/enroll?host=h.example&username=u",
    "tak://evil.app/enroll?host=h.example&username=u&token=t", "TAK://com.atakmap.app/enroll?host=h&username=u&token=t",
    "tak://com.atakmap.app/enroll?host=a.example&host=b.example&username=u&token=t",
    "tak://com.atakmap.app/enroll?host=h.example&username=u&token=t&x=1",
    "tak://com.atakmap.app/enroll?host=h.example&username=u&token=t#f",
    "tak://com.atakmap.app/enroll?host=h.example/path&username=u&token=t",
    "tak://com.atakmap.app/enroll?host=h.example&username=u%0Av&token=t",
    "tak://com.atakmap.app/enroll?host=h.example&username=u%E2%80%AEv&token=t",
    "a,b,c", "a,b,0,SSL", "a,b,8089,SSL,x", "a,b,99999,SSL", "a,user@host,8089,SSL",
    #"{"serverCredentials":{"connectionString":"tak.example:8089"}}"#, "{}", "[1]",
  ])
  func `Anything else is refused`(_ text: String) {
    #expect(throws: GatewayError.malformedEnrolment) { try EnrolmentCode(text) }
  }

  @Test(arguments: ["a,tak.example,8087,TCP", #"{"serverCredentials":{"connectionString":"tak.example:8087:tcp"}}"#])
  func `A server without TLS is refused as such`(_ text: String) {
    #expect(throws: GatewayError.notSecure) { try EnrolmentCode(text) }
  }
}
