#include "CVerifyPeer.h"
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <stdlib.h>

struct peer_store {
  X509_STORE *certificates;
};

static X509 *read_certificate(const uint8_t *bytes, size_t count) { return d2i_X509(NULL, &bytes, (long)count); }

peer_store *peer_store_make(const uint8_t *anchor, size_t count) {
  peer_store *store = malloc(sizeof *store);
  X509 *certificate = read_certificate(anchor, count);
  store->certificates = X509_STORE_new();
  X509_STORE_add_cert(store->certificates, certificate);
  X509_free(certificate);
  return store;
}

void peer_store_free(peer_store *store) {
  X509_STORE_free(store->certificates);
  free(store);
}

int peer_verify(const peer_store *store, const uint8_t *leaf, size_t leaf_count, const uint8_t *issuer,
                size_t issuer_count, const char *host, int64_t now) {
  X509 *server = read_certificate(leaf, leaf_count);
  X509 *authority = read_certificate(issuer, issuer_count);
  STACK_OF(X509) *others = sk_X509_new_null();
  sk_X509_push(others, authority);
  X509_STORE_CTX *context = X509_STORE_CTX_new();
  X509_STORE_CTX_init(context, store->certificates, server, others);
  X509_VERIFY_PARAM *rules = X509_STORE_CTX_get0_param(context);
  X509_VERIFY_PARAM_set1_host(rules, host, 0);
  X509_VERIFY_PARAM_set_purpose(rules, X509_PURPOSE_SSL_SERVER);
  X509_VERIFY_PARAM_set_auth_level(rules, 2);
  X509_VERIFY_PARAM_set_time(rules, (time_t)now);
  int holds = X509_verify_cert(context);
  X509_STORE_CTX_free(context);
  sk_X509_pop_free(others, X509_free);
  X509_free(server);
  return holds;
}

struct peer_key {
  EVP_PKEY *key;
  EVP_PKEY_CTX *context;
};

peer_key *peer_key_make(const uint8_t *spki, size_t count) {
  peer_key *key = malloc(sizeof *key);
  key->key = d2i_PUBKEY(NULL, &spki, (long)count);
  key->context = EVP_PKEY_CTX_new(key->key, NULL);
  EVP_PKEY_verify_init(key->context);
  EVP_PKEY_CTX_set_rsa_padding(key->context, RSA_PKCS1_PADDING);
  EVP_PKEY_CTX_set_signature_md(key->context, EVP_sha256());
  return key;
}

void peer_key_free(peer_key *key) {
  EVP_PKEY_CTX_free(key->context);
  EVP_PKEY_free(key->key);
  free(key);
}

int peer_key_verify(const peer_key *key, const uint8_t *digest, const uint8_t *signature, size_t count) {
  return EVP_PKEY_verify(key->context, signature, count, digest, 32);
}
