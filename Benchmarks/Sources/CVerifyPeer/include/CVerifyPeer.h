#include <stddef.h>
#include <stdint.h>

/// The peer: OpenSSL's X509_verify_cert, with an anchor that was read once.
typedef struct peer_store peer_store;

peer_store *peer_store_make(const uint8_t *anchor, size_t count);
void peer_store_free(peer_store *store);

/// Reads two certificates from DER and judges the first as a TLS server for `host` at `now`: 1 when it holds.
int peer_verify(const peer_store *store, const uint8_t *leaf, size_t leaf_count, const uint8_t *issuer,
                size_t issuer_count, const char *host, int64_t now);
