/** Buckets at the S3 service of the environment, for tests that need a real one. */
import { createHash, randomBytes } from 'node:crypto';
import { type BucketSettings, readEnvironment } from '@veldlicht/contract/environment';
import { AwsV4Signer } from 'aws4fetch';
import { bucketUrl, signing } from '../storage/bucket-address.ts';

/** The CORS rule of docs/builder/configure.md: a PUT with a content type, from the admin's origin. */
const corsRule = (origin: string) =>
  `<CORSConfiguration><CORSRule><AllowedOrigin>${origin}</AllowedOrigin>` +
  '<AllowedMethod>PUT</AllowedMethod><AllowedHeader>content-type</AllowedHeader>' +
  '<MaxAgeSeconds>3600</MaxAgeSeconds></CORSRule></CORSConfiguration>';

async function put(settings: BucketSettings, query: string, body: string): Promise<void> {
  const md5 = createHash('md5').update(body).digest('base64');
  const { url, headers } = await new AwsV4Signer({
    ...signing(settings, Date.now()),
    method: 'PUT',
    url: `${bucketUrl(settings)}/${query}`,
    headers: {
      'content-md5': md5,
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    },
  }).sign();
  const answer = await fetch(url, { method: 'PUT', headers, ...(body && { body }) });
  if (!answer.ok) throw new Error(`PUT ${query}: ${answer.status} ${await answer.text()}`);
}

/** Creates a bucket; browsers of `origin` may send files to it. */
export async function openNewBucket(origin?: string): Promise<BucketSettings> {
  const { storage } = readEnvironment(process.env);
  if (storage.kind !== 's3')
    throw new Error('Set STORAGE=s3 and the S3_ variables (docs/builder/configure.md)');
  const settings = { ...storage, bucket: `test-${randomBytes(6).toString('hex')}` };
  await put(settings, '', '');
  if (origin) await put(settings, '?cors', corsRule(origin));
  return settings;
}
