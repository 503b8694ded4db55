import { expect, it } from 'vitest';
import { type SignedRequest, verifySignature } from './verify-signature.ts';

/** The example of the S3 documentation, "Authenticating Requests: Using Query Parameters". */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const signedAt = Date.UTC(2013, 4, 24);
const url =
  '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
  '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
  '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
  '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
const example: SignedRequest = {
  method: 'GET',
  url,
  headers: { host: 'examplebucket.s3.amazonaws.com' },
};
const verify = (change: Partial<SignedRequest> = {}, now = signedAt) =>
  verifySignature({ ...example, ...change }, credentials, now);

it('lets the published example in', () => {
  expect(verify()).toBeNull();
});

it('lets the published example of a signed header in', () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
      'SignedHeaders=host;x-amz-content-sha256;x-amz-date,' +
      'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  };
  const list = '/?max-keys=2&prefix=J';
  expect(verify({ url: list, headers })).toBeNull();
  expect(verify({ url: list, headers }, signedAt + 16 * 60_000)?.code).toBe('RequestTimeTooSkewed');
  expect(verify({ url: `${list}2`, headers })?.code).toBe('SignatureDoesNotMatch');
});

it.each([
  ['another method', { method: 'PUT' }, 'SignatureDoesNotMatch'],
  ['another host', { headers: { host: 'examplebucket.s3.evil.example' } }, 'SignatureDoesNotMatch'],
  ['another path', { url: url.replace('test', 'tesT') }, 'SignatureDoesNotMatch'],
  ['a longer life', { url: url.replace('86400', '86401') }, 'SignatureDoesNotMatch'],
  ['one more parameter', { url: `${url}&versionId=1` }, 'SignatureDoesNotMatch'],
  ['more than seven days', { url: url.replace('86400', '604801') }, 'SignatureDoesNotMatch'],
  ['no signature', { url: url.replace(/&X-Amz-Signature=.*/, '') }, 'SignatureDoesNotMatch'],
  ['a parameter twice', { url: `${url}&X-Amz-Expires=86400` }, 'SignatureDoesNotMatch'],
  [
    'a header that was not signed',
    { headers: { ...example.headers, 'x-amz-copy-source': '/b/secret' } },
    'AccessDenied',
  ],
] as const)('refuses %s', (_what, change, code) => {
  expect(verify(change)?.code).toBe(code);
});

it('refuses the example from the first moment after its life', () => {
  expect(verify({}, signedAt + 86_400_000 - 1)).toBeNull();
  expect(verify({}, signedAt + 86_400_000)?.code).toBe('AccessDenied');
});
