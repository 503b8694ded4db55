/** Addresses of objects in a bucket: plain, presigned, and parsed. Pure. */
import type { BucketSettings } from '@veldlicht/contract/environment';
import { UPLOAD_TICKET_SECONDS } from '@veldlicht/contract/limits';
import { AwsV4Signer } from 'aws4fetch';
import { incomingName, type StoredName } from './stored-name.ts';

/** Address of the bucket, without a slash at the end. */
export function bucketUrl({ endpoint, bucket, addressing }: BucketSettings): string {
  if (addressing === 'path') return `${endpoint}/${bucket}`;
  const url = new URL(endpoint);
  url.hostname = `${bucket}.${url.hostname}`;
  return url.origin;
}

function objectUrl(settings: BucketSettings, name: StoredName): string {
  return `${bucketUrl(settings)}/${name}`;
}

/** Time in the format of signatures: 20260531T120000Z. */
function amzDate(now: number): string {
  return new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '');
}

/** Credentials of a call: never log or return them. */
export function signing(settings: BucketSettings, now: number) {
  const { accessKeyId, secretAccessKey, region } = settings;
  return { accessKeyId, secretAccessKey, region, service: 's3', datetime: amzDate(now) };
}

/**
 * Presigned address to PUT one object. Only the host header is signed, so that the browser may send any content type; a
 * size can't be signed and is checked afterwards.
 */
export async function presignPut(
  settings: BucketSettings,
  name: StoredName,
  now: number,
): Promise<string> {
  const url = `${objectUrl(settings, name)}?X-Amz-Expires=${UPLOAD_TICKET_SECONDS}`;
  const options = { ...signing(settings, now), method: 'PUT', signQuery: true };
  return (await new AwsV4Signer({ ...options, url }).sign()).url.href;
}

/** Upload key in an address of this bucket, or null (threat T20). The signature is not checked. */
export function keyOfAddress(settings: BucketSettings, address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return null;
  const key = /\/incoming\/([0-9a-f]{32})$/.exec(url.pathname)?.[1] ?? '';
  const name = incomingName(key);
  return name && url.origin + url.pathname === objectUrl(settings, name) ? key : null;
}
