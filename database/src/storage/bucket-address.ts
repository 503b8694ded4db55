/** Addresses in a bucket: where an object stands, signed for a browser, and read back (pure). */
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

/** A moment as signatures write it: 20260531T120000Z. */
function amzDate(now: number): string {
  return new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '');
}

/** What signs a call: never logged, never answered. */
export function signing(settings: BucketSettings, now: number) {
  const { accessKeyId, secretAccessKey, region } = settings;
  return { accessKeyId, secretAccessKey, region, service: 's3', datetime: amzDate(now) };
}

/**
 * A presigned address for one name and nothing else. Only the host is signed beside it, so the
 * browser may say whatever type the file has; a size can't be signed and is looked at afterwards.
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

/** The upload key in an address of this very bucket, or null (threat T20). Its signature is not looked at. */
export function keyOfAddress(settings: BucketSettings, address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return null;
  const key = /\/incoming\/([0-9a-f]{32})$/.exec(url.pathname)?.[1] ?? '';
  const name = incomingName(key);
  return name && url.origin + url.pathname === objectUrl(settings, name) ? key : null;
}
