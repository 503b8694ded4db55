/**
 * Checks AWS Signature Version 4 the way a service does, written from its description and sharing no
 * code with what signs (query parameters and the Authorization header; S3's single encoding).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What of a request is signed. */
export type SignedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** Why a request is refused: status and code as S3 words them. */
export interface Refused {
  status: 400 | 403;
  code: string;
}

const SEVEN_DAYS = 604_800;
const SKEW_MS = 15 * 60 * 1000;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
const refuse = (code: string, status: 400 | 403 = 403): Refused => ({ status, code });

/** Every parameter as it was sent, in order, decoded. */
function parametersOf(url: string): [string, string][] {
  const query = url.split('?')[1] ?? '';
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      const [key, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
      return [decodeURIComponent(key), decodeURIComponent(value)];
    });
}

/** 20260531T120000Z in milliseconds, or null. */
function momentOf(date: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date)?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

interface Claim {
  credential: string;
  signedHeaders: string;
  signature: string;
  date: string;
  payload: string;
  /** Seconds; null in a signed header, which has a fixed life. */
  expires: number | null;
}

function claimOf(request: SignedRequest, parameters: [string, string][]): Claim | null {
  const one = (name: string) => {
    const found = parameters.filter(([key]) => key === name);
    return found.length === 1 ? (found[0]?.[1] ?? '') : '';
  };
  if (one('X-Amz-Algorithm') === 'AWS4-HMAC-SHA256') {
    const expires = one('X-Amz-Expires');
    return {
      credential: one('X-Amz-Credential'),
      signedHeaders: one('X-Amz-SignedHeaders'),
      signature: one('X-Amz-Signature'),
      date: one('X-Amz-Date'),
      payload: 'UNSIGNED-PAYLOAD',
      expires: /^\d+$/.test(expires) ? Number(expires) : Number.NaN,
    };
  }
  const form = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;
  const [, credential, signedHeaders, signature] =
    form.exec(request.headers.authorization ?? '') ?? [];
  if (!credential || !signedHeaders || !signature) return null;
  return {
    credential,
    signedHeaders,
    signature,
    date: String(request.headers['x-amz-date'] ?? ''),
    payload: String(request.headers['x-amz-content-sha256'] ?? ''),
    expires: null,
  };
}

function canonicalRequest(request: SignedRequest, parameters: [string, string][], claim: Claim) {
  const [rawPath = ''] = (request.url ?? '').split('?');
  const path = rawPath
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/');
  const query = parameters
    .filter(([key]) => key !== 'X-Amz-Signature')
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = claim.signedHeaders
    .split(';')
    .map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}\n`,
    )
    .join('');
  return [request.method, path, query, headers, claim.signedHeaders, claim.payload].join('\n');
}

function lifeProblem({ date, expires }: Claim, now: number): Refused | null {
  const signedAt = momentOf(date);
  if (signedAt === null) return refuse('AuthorizationQueryParametersError', 400);
  if (expires === null)
    return Math.abs(now - signedAt) > SKEW_MS ? refuse('RequestTimeTooSkewed') : null;
  if (!(expires >= 1 && expires <= SEVEN_DAYS))
    return refuse('AuthorizationQueryParametersError', 400);
  if (signedAt - now > SKEW_MS) return refuse('AccessDenied');
  return now >= signedAt + expires * 1000 ? refuse('AccessDenied') : null;
}

/** Null when the request is signed by these credentials and not expired at `now` (ms). */
export function verifySignature(
  request: SignedRequest,
  { accessKeyId, secretAccessKey, region }: Credentials,
  now: number,
): Refused | null {
  let parameters: [string, string][];
  try {
    parameters = parametersOf(request.url ?? '');
  } catch {
    return refuse('InvalidURI', 400);
  }
  const claim = claimOf(request, parameters);
  if (!claim) return refuse('AccessDenied');
  const day = claim.date.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const [keyId, ...rest] = claim.credential.split('/');
  if (keyId !== accessKeyId) return refuse('InvalidAccessKeyId');
  if (rest.join('/') !== scope) return refuse('AuthorizationHeaderMalformed', 400);
  const signed = claim.signedHeaders.split(';');
  const mustBeSigned = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'));
  if (!signed.includes('host') || mustBeSigned.some((name) => !signed.includes(name)))
    return refuse('AccessDenied');
  const text = ['AWS4-HMAC-SHA256', claim.date, scope];
  text.push(sha256(canonicalRequest(request, parameters, claim)));
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
  const right = hmac(key, text.join('\n'));
  const sent = Buffer.from(claim.signature, 'hex');
  if (
    sent.length !== right.length ||
    !timingSafeEqual(sent, right) ||
    /[^0-9a-f]/.test(claim.signature)
  )
    return refuse('SignatureDoesNotMatch');
  return lifeProblem(claim, now);
}
