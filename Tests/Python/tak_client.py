"""A pytak client for the tests: sends one event, then prints the uid of each event that it hears."""
import asyncio
import configparser
import re
import sys

try:
    import pytak
except ImportError:
    sys.exit(77)


async def main() -> None:
    url, certificate, password, uid = sys.argv[1:5]
    parser = configparser.ConfigParser()
    parser["tak"] = {
        "COT_URL": url,
        "PYTAK_TLS_CLIENT_CERT": certificate,
        "PYTAK_TLS_CLIENT_PASSWORD": password,
        "PYTAK_TLS_DONT_VERIFY": "1",
        "PYTAK_TLS_DONT_CHECK_HOSTNAME": "1",
    }
    reader, writer = await pytak.protocol_factory(parser["tak"])
    event = pytak.gen_cot(lat=48.1, lon=11.5, ce=10, hae=500, le=10, uid=uid, stale=60, cot_type="a-f-G-U-C")
    writer.write(event)
    await writer.drain()
    print("sent", flush=True)
    text = ""
    while True:
        chunk = await reader.read(65536)
        if not chunk:
            return
        text += chunk.decode()
        while "</event>" in text:
            first, text = text.split("</event>", 1)
            found = re.search(r'<event[^>]*\suid="([^"]*)"', first)
            if found:
                print("heard " + found.group(1), flush=True)


asyncio.run(main())
