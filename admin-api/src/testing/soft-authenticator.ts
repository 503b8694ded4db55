/** A software authenticator (WebAuthn §6) for tests of the API; `twist` makes one part wrong. */
import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
  randomBytes,
  sign,
} from 'node:crypto';
import { cookieName } from '#auth/sessions.ts';
import { ORIGIN, type TestApp } from './test-app.ts';

/** What may be otherwise than it should. */
interface Twist {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  userHandle?: string;
  counter?: number;
  /** Without user verification. */
  unverified?: boolean;
}

const PRESENT = 1;
const VERIFIED = 4;
const HAS_KEY = 64;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const uint32 = (n: number) => Buffer.from(n.toString(16).padStart(8, '0'), 'hex');
const hex = (text: string) => Buffer.from(text.replace(/ /g, ''), 'hex');

function clientData(type: string, challenge: string, twist: Twist): Buffer {
  const { origin = ORIGIN } = twist;
  const said = { type: twist.type ?? type, challenge: twist.challenge ?? challenge, origin };
  return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }));
}

function authenticatorData(counter: number, twist: Twist, key?: Buffer): Buffer {
  const { rpId = 'localhost', unverified } = twist;
  const flags = PRESENT + (unverified ? 0 : VERIFIED) + (key ? HAS_KEY : 0);
  const attested = key ?? Buffer.alloc(0);
  return Buffer.concat([
    sha256(rpId),
    Buffer.of(flags),
    uint32(twist.counter ?? counter),
    attested,
  ]);
}

/** Minimal CBOR. */
function byteString(bytes: Buffer): Buffer {
  const { length } = bytes;
  const head =
    length < 24
      ? [0x40 + length]
      : length < 256
        ? [0x58, length]
        : [0x59, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** The COSE form of a key for ES256, EdDSA or RS256. */
export function coseOf(publicKey: KeyObject): Buffer {
  const jwk = publicKey.export({ format: 'jwk' });
  const part = (name: 'x' | 'y' | 'n' | 'e') =>
    byteString(Buffer.from(jwk[name] ?? '', 'base64url'));
  if (jwk.kty === 'RSA')
    return Buffer.concat([hex('a4 01 03 03 390100 20'), part('n'), hex('21'), part('e')]);
  if (jwk.kty === 'OKP') return Buffer.concat([hex('a4 01 01 03 27 20 06 21'), part('x')]);
  return Buffer.concat([hex('a5 01 02 03 26 20 01 21'), part('x'), hex('22'), part('y')]);
}

/** One passkey; `counts`: its counter rises, as a security key's does. */
export function createSoftPasskey({
  counts = false,
  keys: { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  cose = coseOf(publicKey),
}: {
  counts?: boolean;
  keys?: KeyPairKeyObjectResult;
  cose?: Buffer;
} = {}) {
  const id = randomBytes(16);
  let counter = 0;
  let handle = 'AAAA';
  const next = () => (counts ? ++counter : 0);
  return {
    /** The result of `navigator.credentials.create`. */
    create: (options: { challenge: string; user: { id: string } }, twist: Twist = {}) => {
      handle = options.user.id;
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, cose]);
      const data = authenticatorData(next(), twist, attested);
      // In CBOR: { fmt: 'none', attStmt: {}, authData }
      const head = hex('a3 63 666d74 64 6e6f6e65 67 61747453746d74 a0 68 6175746844617461');
      const attestation = Buffer.concat([head, byteString(data)]);
      const client = clientData('webauthn.create', options.challenge, twist);
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      };
    },
    /** The result of `navigator.credentials.get`. */
    get: ({ challenge }: { challenge: string }, twist: Twist = {}) => {
      const client = clientData('webauthn.get', challenge, twist);
      const data = authenticatorData(next(), twist);
      const digest = privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
      const signature = sign(digest, Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: twist.userHandle ?? handle,
        },
      };
    },
  };
}

export type SoftPasskey = ReturnType<typeof createSoftPasskey>;

/** The options of a challenge, and the browser's cookie. */
export async function askOptions(
  t: Pick<TestApp, 'request'>,
  kind: 'sign-in' | 'add',
  init: { cookie?: string; headers?: Record<string, string> } = {},
) {
  const url = kind === 'add' ? '/api/admin/passkeys/options' : '/api/auth/passkey/options';
  const answer = await t.request(url, { method: 'POST', ...init });
  if (!answer.ok) throw new Error(`no options: ${answer.status}`);
  const options = (await answer.json()) as { challenge: string; user: { id: string } };
  const name = cookieName(ORIGIN, 'passkey');
  const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  return { options, browser: set?.split(';')[0] ?? '' };
}

/** Adds a passkey to the account of a session. */
export async function addSoftPasskey(
  t: Pick<TestApp, 'request'>,
  cookie: string,
  made: SoftPasskey = createSoftPasskey(),
): Promise<{ id: string; soft: SoftPasskey }> {
  const { options, browser } = await askOptions(t, 'add', { cookie });
  const json = { name: 'MacBook', credential: made.create(options) };
  const call = { method: 'POST', cookie, json, headers: { cookie: browser } };
  const answer = await t.request('/api/admin/passkeys', call);
  if (answer.status !== 201) throw new Error(`no passkey: ${answer.status} ${await answer.text()}`);
  return { id: ((await answer.json()) as { id: string }).id, soft: made };
}
