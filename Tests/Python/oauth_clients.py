#!/usr/bin/env python3
"""Unmodified OAuth clients against a running `mantlet serve --insecure-http`.

usage: oauth_clients.py ISSUER < tokens.json
tokens.json: what `mantlet device session --binding none --insecure-export-tokens --json` prints, with a member
"introspection": the secret of a resource server.

Prints one line per claim that held. Exit code 0: all held; 1: one did not; 77: a library is missing.
"""

import json
import os
import sys

# Both libraries refuse plain HTTP otherwise; the server listens on loopback.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

try:
    import requests
    from authlib.common.errors import AuthlibBaseError
    from authlib.integrations.requests_client import OAuth2Session as AuthlibSession
    from oauthlib.oauth2 import InvalidGrantError
    from requests_oauthlib import OAuth2Session as RequestsSession
except ImportError as error:
    print(f"missing: {error.name}", file=sys.stderr)
    sys.exit(77)

CLIENT = "mantlet"
RESOURCE_SERVER = "resource-server"
TIMEOUT = 20


def holds(claim, condition):
    if not condition:
        print(f"NOT: {claim}")
        sys.exit(1)
    print(f"ok: {claim}")


def refused(call, kind):
    try:
        call()
    except kind as error:
        return error
    return None


def metadata(issuer):
    answer = requests.get(issuer + "/.well-known/oauth-authorization-server", timeout=TIMEOUT)
    found = answer.json()
    holds("metadata: 200 as JSON", answer.status_code == 200 and "application/json" in answer.headers["Content-Type"])
    holds("metadata: the issuer is equal byte for byte", found["issuer"] == issuer)
    # The members without which AppAuth refuses a discovery document.
    for name in ["authorization_endpoint", "token_endpoint", "jwks_uri"]:
        holds(f"metadata: {name} is an address of this server", found[name].startswith(issuer + "/"))
    for name in ["response_types_supported", "subject_types_supported", "id_token_signing_alg_values_supported"]:
        holds(f"metadata: {name} is a list with something in it", isinstance(found[name], list) and found[name])
    holds("metadata: public clients are welcome", "none" in found["token_endpoint_auth_methods_supported"])
    holds("metadata: refresh_token is a grant", "refresh_token" in found["grant_types_supported"])
    browser = requests.get(found["authorization_endpoint"], params={"response_type": "code"}, timeout=TIMEOUT)
    holds("authorization endpoint: says that it has no such login",
          browser.status_code == 400 and browser.json()["error"] == "unsupported_response_type")
    keys = requests.get(found["jwks_uri"], timeout=TIMEOUT).json()["keys"]
    holds("key set: RSA signature keys without private members",
          keys and all(key["kty"] == "RSA" and key["alg"] == "RS256" and key["use"] == "sig" and "d" not in key
                       for key in keys))
    return found


def authlib_refreshes(found, token):
    client = AuthlibSession(CLIENT, token_endpoint_auth_method="none", token=token)
    first = client.refresh_token(found["token_endpoint"], refresh_token=token["refresh_token"], timeout=TIMEOUT)
    holds("authlib: refresh gives a new pair", first["refresh_token"] != token["refresh_token"]
          and first["token_type"] == "Bearer" and first["expires_in"] > 0)
    second = client.refresh_token(found["token_endpoint"], timeout=TIMEOUT)
    holds("authlib: the next refresh uses the rotated token", second["refresh_token"] != first["refresh_token"])
    return client, second


def authlib_refused(found):
    client = AuthlibSession(CLIENT, token_endpoint_auth_method="none")
    error = refused(lambda: client.refresh_token(found["token_endpoint"], refresh_token="unknown", timeout=TIMEOUT),
                    AuthlibBaseError)
    holds("authlib: an unknown token is invalid_grant", error is not None and error.error == "invalid_grant")


def introspect(found, secret, token, expected):
    client = AuthlibSession(RESOURCE_SERVER, secret, token_endpoint_auth_method="client_secret_basic")
    answer = client.introspect_token(found["introspection_endpoint"], token=token, token_type_hint="access_token",
                                     timeout=TIMEOUT)
    body = answer.json()
    if expected:
        holds("authlib: introspection of a live token", answer.status_code == 200 and body["active"] is True
              and body["iss"] == found["issuer"] and body["exp"] > body["iat"] and body["sid"])
    else:
        holds("authlib: introspection of an ended token says nothing else",
              answer.status_code == 200 and body == {"active": False})


def introspection_refused(found):
    client = AuthlibSession(RESOURCE_SERVER, "guess", token_endpoint_auth_method="client_secret_basic")
    answer = client.introspect_token(found["introspection_endpoint"], token="x", timeout=TIMEOUT)
    holds("authlib: introspection with a wrong secret is 401 invalid_client",
          answer.status_code == 401 and answer.json()["error"] == "invalid_client"
          and answer.headers["WWW-Authenticate"].startswith("Basic"))


def requests_oauthlib_refreshes(found, token):
    kept = []
    stale = dict(token, expires_in=-30)
    client = RequestsSession(CLIENT, token=stale, auto_refresh_url=found["token_endpoint"],
                             auto_refresh_kwargs={"client_id": CLIENT}, token_updater=kept.append)
    answer = client.get(found["mantlet_sessions_endpoint"], timeout=TIMEOUT)
    holds("requests-oauthlib: a stale token is refreshed on the way to a protected address",
          answer.status_code == 200 and len(kept) == 1 and kept[0]["refresh_token"] != token["refresh_token"])
    holds("requests-oauthlib: the person sees the session that is in use",
          sum(1 for session in answer.json()["sessions"] if session["current"]) == 1)
    direct = client.refresh_token(found["token_endpoint"], client_id=CLIENT, timeout=TIMEOUT)
    holds("requests-oauthlib: refresh by hand", direct["access_token"] != kept[0]["access_token"])
    return client, direct


def main():
    issuer = sys.argv[1].rstrip("/")
    tokens = json.load(sys.stdin)
    secret = tokens["introspection"]
    found = metadata(issuer)
    authlib_refused(found)
    introspection_refused(found)
    app, app_token = authlib_refreshes(found, tokens["app"])
    user, user_token = requests_oauthlib_refreshes(found, tokens["user"])
    introspect(found, secret, app_token["access_token"], True)
    introspect(found, secret, user_token["access_token"], True)
    introspect(found, secret, user_token["refresh_token"], False)

    person = AuthlibSession(CLIENT, token_endpoint_auth_method="none", token=user_token)
    for _ in range(2):
        answer = person.revoke_token(found["revocation_endpoint"], token=user_token["refresh_token"],
                                     token_type_hint="refresh_token", timeout=TIMEOUT)
        holds("authlib: revoking is 200, a second time as well", answer.status_code == 200)
    introspect(found, secret, user_token["access_token"], False)
    error = refused(lambda: user.refresh_token(found["token_endpoint"], client_id=CLIENT, timeout=TIMEOUT),
                    InvalidGrantError)
    holds("requests-oauthlib: a revoked token is invalid_grant", error is not None)
    holds("requests-oauthlib: the protected address refuses an ended session with a challenge",
          (lambda answer: answer.status_code == 401 and "Bearer" in answer.headers["WWW-Authenticate"])(
              requests.get(found["mantlet_sessions_endpoint"], timeout=TIMEOUT,
                           headers={"Authorization": "Bearer " + user_token["access_token"]})))

    # The installation outlives its users.
    again = app.refresh_token(found["token_endpoint"], timeout=TIMEOUT)
    holds("authlib: the installation's session goes on", again["refresh_token"] != app_token["refresh_token"])
    answer = app.revoke_token(found["revocation_endpoint"], token=again["access_token"],
                              token_type_hint="access_token", timeout=TIMEOUT)
    holds("authlib: an access token ends its session, too", answer.status_code == 200)
    error = refused(lambda: app.refresh_token(found["token_endpoint"], timeout=TIMEOUT), AuthlibBaseError)
    holds("authlib: after that a refresh is invalid_grant", error is not None and error.error == "invalid_grant")


if __name__ == "__main__":
    main()
