"""A server that enrols clients as TAK servers do on port 8446: HTTPS, basic authentication, a configuration in XML, and a
certificate for a request in base64, signed by openssl. Arguments: port, folder with server.crt, server.key, ca.crt and
ca.key, user, password, and `json`, `xml` or `foreign` (a certificate for another key). Standard library only."""
import base64
import http.server
import json
import ssl
import subprocess
import sys
import tempfile
import textwrap

port, folder, user, password, form = int(sys.argv[1]), *sys.argv[2:6]
EXPECTED = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
CONFIGURATION = (
    '<?xml version="1.0" encoding="UTF-8"?><ns2:certificateConfig xmlns="http://bbn.com/marti/xml/config" '
    'xmlns:ns2="com.bbn.marti.config"><nameEntries><nameEntry name="O" value="TAK"/><nameEntry name="OU" value="Rescue"/>'
    "</nameEntries></ns2:certificateConfig>"
)


def openssl(*arguments, given=None):
    return subprocess.run(["openssl", *arguments], input=given, capture_output=True, check=True).stdout


def bare(pem):
    return "".join(line for line in pem.decode().splitlines() if line and not line.startswith("-----"))


def signed(body):
    lines = "\n".join(textwrap.wrap(body.decode(), 64))
    request = f"-----BEGIN CERTIFICATE REQUEST-----\n{lines}\n-----END CERTIFICATE REQUEST-----\n".encode()
    subject = openssl("req", "-noout", "-verify", "-subject", "-nameopt", "RFC2253", given=request).decode()
    if subject.strip() != f"subject=OU=Rescue,O=TAK,CN={user}":
        raise ValueError(subject)
    if form == "foreign":
        request = openssl("req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", "/dev/null", "-subj", "/CN=" + user)
    with tempfile.NamedTemporaryFile("w", suffix=".cnf") as usage:
        usage.write("extendedKeyUsage=clientAuth\nbasicConstraints=critical,CA:FALSE\n")
        usage.flush()
        authority = ["-CA", folder + "/ca.crt", "-CAkey", folder + "/ca.key", "-set_serial", "77", "-days", "2"]
        return openssl("x509", "-req", *authority, "-extfile", usage.name, given=request)


class Enrolment(http.server.BaseHTTPRequestHandler):
    def answer(self, code, kind="text/plain", body=""):
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def do_GET(self):
        if self.headers["Authorization"] != EXPECTED:
            self.answer(401)
        elif self.path == "/Marti/api/tls/config":
            self.answer(200, "application/xml", CONFIGURATION)
        else:
            self.answer(404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers["Authorization"] != EXPECTED:
            self.answer(401)
            return
        if not self.path.startswith("/Marti/api/tls/signClient/v2?clientUid="):
            self.answer(404)
            return
        certificate, authority = bare(signed(body)), bare(open(folder + "/ca.crt", "rb").read())
        if form == "xml":
            text = f"<enrollment><signedCert>{certificate}</signedCert><ca>{authority}</ca></enrollment>"
            self.answer(200, "application/xml", text)
        else:
            self.answer(200, "application/json", json.dumps({"signedCert": certificate, "ca0": authority}))

    def log_message(self, *_):
        pass


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(folder + "/server.crt", folder + "/server.key")
server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Enrolment)
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
