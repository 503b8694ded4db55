/** Checks a passkey's public key: neither browsers nor the library look at what an authenticator made. */
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

/** Labels and values of COSE keys (RFC 9053, RFC 8230); the meaning of a label depends on the key type. */
const KIND = 1;
const ALGORITHM = 3;
const [OKP, EC2, RSA] = [1, 2, 3];
const [P256, ED25519] = [1, 6];

/** ES256, EdDSA and RS256, which authenticators support. */
export const supportedAlgorithmIDs = [-7, -8, -257];

/** Nobody has factored 2048 bits; checking more than 8192 takes too long. */
const RSA_BITS = { least: 2048, most: 8192 };
/** The one in common use; with 1 anybody could sign. */
const RSA_EXPONENT = 65_537n;

/** A decoded key, by label. */
interface Cose {
  get(label: number): unknown;
}

/** The key as JWK; null when key type and algorithm don't match. */
function toJwk(cose: Cose): JsonWebKey | null {
  const bytes = (label: number) => {
    const value = cose.get(label);
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : '';
  };
  const kind = [cose.get(KIND), cose.get(ALGORITHM)].join();
  if (kind === `${RSA},-257`) return { kty: 'RSA', n: bytes(-1), e: bytes(-2) };
  const curve = cose.get(-1);
  if (kind === `${EC2},-7` && curve === P256)
    return { kty: 'EC', crv: 'P-256', x: bytes(-2), y: bytes(-3) };
  if (kind === `${OKP},-8` && curve === ED25519)
    return { kty: 'OKP', crv: 'Ed25519', x: bytes(-2) };
  return null;
}

/** Null for a point off its curve or an invalid key. */
function toKey(jwk: JsonWebKey): KeyObject | null {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return null;
  }
}

/** Whether a COSE key is P-256, Ed25519, or RSA of a safe size. */
export function isSoundKey(cose: Cose): boolean {
  const jwk = toJwk(cose);
  const key = jwk && toKey(jwk);
  if (!key) return false;
  if (key.asymmetricKeyType !== 'rsa') return true;
  const { modulusLength = 0, publicExponent } = key.asymmetricKeyDetails ?? {};
  const isLong = modulusLength >= RSA_BITS.least && modulusLength <= RSA_BITS.most;
  return isLong && publicExponent === RSA_EXPONENT;
}
