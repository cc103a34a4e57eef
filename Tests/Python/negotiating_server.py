"""A TAK server that offers version 1 of the TAK protocol on a stream, over mutual TLS; taky speaks XML only. After the answer
it sends one event, `THEIRS`, in the version that holds, and answers pings in it. Written from the description of the protocol,
its messages by hand. Arguments: port, folder with server.crt, server.key and ca.crt, and `true` or `false`: whether a request
is granted. Standard library only."""
import re
import socket
import ssl
import struct
import sys
import threading
import time

port, folder, granted = int(sys.argv[1]), sys.argv[2], sys.argv[3] == "true"
OFFER = "0b6f2f6e-offer"


def varint(number):
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def field(number, value):
    """A text, a number or a double of a message."""
    if isinstance(value, float):
        return varint(number << 3 | 1) + struct.pack("<d", value)
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def message(uid, kind):
    now = int(time.time() * 1000)
    event = field(1, kind.encode()) + field(5, uid.encode()) + field(6, now) + field(7, now) + field(8, now + 60000)
    event += field(9, b"m-g") + b"".join(field(number, 9.5) for number in range(10, 15))
    body = field(2, event)
    return b"\xbf" + varint(len(body)) + body


def xml(uid, kind, detail=""):
    now, end = (time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + more)) for more in (0, 60))
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<event version="2.0" uid="{uid}" type="{kind}" how="m-g" time="{now}" '
        f'start="{now}" stale="{end}"><point lat="0.0" lon="0.0" hae="0.0" ce="999999" le="999999"/>'
        f"<detail>{detail}</detail></event>"
    ).encode()


def frames(data):
    """The whole messages at the beginning, and what is left."""
    found = []
    while len(data) > 1:
        if data[0] != 0xBF:
            raise ValueError("no message")
        size = shift = 0
        for place in range(1, len(data)):
            size |= (data[place] & 0x7F) << shift
            shift += 7
            if data[place] < 0x80:
                break
        else:
            break
        if len(data) < place + 1 + size:
            break
        found.append(data[place + 1 : place + 1 + size])
        data = data[place + 1 + size :]
    return found, data


def serve(stream):
    speaks_messages, data = False, b""

    def say(uid, kind, detail=""):
        stream.sendall(message(uid, kind) if speaks_messages else xml(uid, kind, detail))

    def control(kind, detail):
        say(OFFER, kind, f"<TakControl>{detail}</TakControl>")

    control("t-x-takp-v", '<TakProtocolSupport version="1"/><TakServerVersionInfo serverVersion="5" apiVersion="3"/>')
    while True:
        chunk = stream.recv(65536)
        if not chunk:
            return
        data += chunk
        if speaks_messages:
            found, data = frames(data)
        else:
            *found, data = re.split(b"(?<=</event>)", data)
        for event in found:
            if b"t-x-takp-q" in event:
                if OFFER.encode() not in event or b'TakRequest version="1"' not in event or data:
                    raise ValueError("not the request")
                control("t-x-takp-r", f'<TakResponse status="{str(granted).lower()}"/>')
                speaks_messages = granted
                say("THEIRS", "a-f-G")
            elif b"t-x-c-t" in event and b"t-x-c-t-r" not in event:
                say("takPong", "t-x-c-t-r")


def attend(connection):
    try:
        with context.wrap_socket(connection, server_side=True) as stream:
            serve(stream)
    except (OSError, ValueError):
        connection.close()


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.minimum_version = ssl.TLSVersion.TLSv1_2
context.load_cert_chain(folder + "/server.crt", folder + "/server.key")
context.load_verify_locations(folder + "/ca.crt")
context.verify_mode = ssl.CERT_REQUIRED
with socket.create_server(("127.0.0.1", port)) as listener:
    while True:
        threading.Thread(target=attend, args=(listener.accept()[0],), daemon=True).start()
