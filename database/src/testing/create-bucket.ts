/** Makes a bucket that browsers of one origin may send to, for tests against a real service. */
import { createHash } from 'node:crypto';
import type { BucketSettings } from '@veldlicht/contract/environment';
import { AwsV4Signer } from 'aws4fetch';
import { bucketUrl, signing } from '../storage/bucket-address.ts';

/** The rule of the README: a PUT with a content type, from the admin's origin. */
const corsRule = (origin: string) =>
  `<CORSConfiguration><CORSRule><AllowedOrigin>${origin}</AllowedOrigin>` +
  '<AllowedMethod>PUT</AllowedMethod><AllowedHeader>content-type</AllowedHeader>' +
  '<MaxAgeSeconds>3600</MaxAgeSeconds></CORSRule></CORSConfiguration>';

async function put(settings: BucketSettings, query: string, body: string): Promise<void> {
  const md5 = createHash('md5').update(body).digest('base64');
  const signed = await new AwsV4Signer({
    ...signing(settings, Date.now()),
    method: 'PUT',
    url: `${bucketUrl(settings)}/${query}`,
    headers: {
      'content-md5': md5,
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    },
  }).sign();
  const { url, headers } = signed;
  const answer = await fetch(url, { method: 'PUT', headers, ...(body && { body }) });
  if (!answer.ok) throw new Error(`PUT ${query}: ${answer.status} ${await answer.text()}`);
}

/** Makes the bucket of the settings, and lets browsers of an origin send files to it. */
export async function createBucket(settings: BucketSettings): Promise<void> {
  await put(settings, '', '');
}

export async function allowOrigin(settings: BucketSettings, origin: string): Promise<void> {
  await put(settings, '?cors', corsRule(origin));
}
