#include <stddef.h>
#include <stdint.h>

/// The peer: OpenSSL's X509_verify_cert, with an anchor that was read once.
typedef struct peer_store peer_store;

peer_store *peer_store_make(const uint8_t *anchor, size_t count);
void peer_store_free(peer_store *store);

/// Reads two certificates from DER and judges the first as a TLS server for `host` at `now`: 1 when it holds.
int peer_verify(const peer_store *store, const uint8_t *leaf, size_t leaf_count, const uint8_t *issuer,
                size_t issuer_count, const char *host, int64_t now);

/// The peer of a token check: OpenSSL with an RSA public key that was read once.
typedef struct peer_key peer_key;

/// `spki`: a SubjectPublicKeyInfo, DER.
peer_key *peer_key_make(const uint8_t *spki, size_t count);
void peer_key_free(peer_key *key);

/// One RS256 verification of a SHA-256 digest: 1 when the signature is good.
int peer_key_verify(const peer_key *key, const uint8_t *digest, const uint8_t *signature, size_t count);
