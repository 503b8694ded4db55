/** The same suites as for the double, against the service that the environment names. */
import { randomBytes } from 'node:crypto';
import { describeBucket } from '../testing/bucket-suite.ts';
import { createBucket } from '../testing/create-bucket.ts';
import { bucketSettings, openBucket } from '../testing/open-bucket.ts';
import { describeStorage } from '../testing/storage-suite.ts';

async function openReal() {
  const bucket = `suite-${randomBytes(6).toString('hex')}`;
  const settings = { ...bucketSettings(process.env), bucket };
  await createBucket(settings);
  return openBucket(settings);
}

describeStorage('a real gateway', openReal);
describeBucket('at a real gateway', openReal);
