#!/usr/bin/env python3
"""Makes seed.json and noise.json beside this file, with implementations that share no code with ours: the packages
`cryptography` and `noiseprotocol` of PyPI. Everything is fixed, so a second run writes the same bytes.

    pip install cryptography noiseprotocol && ./make-vectors.py
"""
import base64
import hashlib
import hmac
import json
import pathlib

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from noise.connection import Keypair, NoiseConnection

HERE = pathlib.Path(__file__).parent


def fixed(label, count):
    return hashlib.shake_256(label.encode()).digest(count)


def seed():
    rows = []
    for index, plain in enumerate([b"", b"x", b'<event version="2.0" uid="A"/>', fixed("long", 300)]):
        key, nonce, challenge = fixed(f"key {index}", 32), fixed(f"nonce {index}", 12), fixed(f"challenge {index}", 32)
        rows.append(
            {
                "key": key.hex(),
                "text": "takcan-mesh-psk://" + base64.urlsafe_b64encode(key).decode().rstrip("="),
                "plain": plain.hex(),
                "box": (nonce + AESGCM(key).encrypt(nonce, plain, None)).hex(),
                "challenge": challenge.hex(),
                "answer": hmac.new(key, challenge, hashlib.sha256).hexdigest(),
            }
        )
    return rows


def noise():
    """The fields of the Noise community's vector files; message 0 and 1 are the handshake."""
    rows = []
    for index, payloads in enumerate([[b"", b"", b"first", b"second"], [b"early", b"answer", fixed("a", 300), b"", b"end"]]):
        name = "Noise_NNpsk0_25519_AESGCM_SHA256"
        psk, prologue = fixed(f"psk {index}", 32), fixed(f"prologue {index}", 20 * index)
        ephemerals = [fixed(f"initiator {index}", 32), fixed(f"responder {index}", 32)]
        sides = []
        for role in range(2):
            side = NoiseConnection.from_name(name.encode())
            side.set_psks(psk)
            side.set_prologue(prologue)
            (side.set_as_responder if role else side.set_as_initiator)()
            side.set_keypair_from_private_bytes(Keypair.EPHEMERAL, ephemerals[role])
            side.start_handshake()
            sides.append(side)
        messages = []
        for number, payload in enumerate(payloads):
            sender, receiver = sides[number % 2], sides[1 - number % 2]
            if number < 2:
                sealed = bytes(sender.write_message(payload))
                assert receiver.read_message(sealed) == payload
            else:
                sealed = bytes(sender.encrypt(payload))
                assert receiver.decrypt(sealed) == payload
            messages.append({"payload": payload.hex(), "ciphertext": sealed.hex()})
        rows.append(
            {
                "protocol_name": name,
                "init_prologue": prologue.hex(),
                "init_psks": [psk.hex()],
                "init_ephemeral": ephemerals[0].hex(),
                "resp_prologue": prologue.hex(),
                "resp_psks": [psk.hex()],
                "resp_ephemeral": ephemerals[1].hex(),
                "handshake_hash": sides[0].get_handshake_hash().hex(),
                "messages": messages,
            }
        )
    return {"vectors": rows}


for name, content in (("seed", seed()), ("noise", noise())):
    (HERE / f"{name}.json").write_text(json.dumps(content, indent=1) + "\n")
