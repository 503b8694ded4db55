/** A hundred uploads without a browser, the largest size among them (load row L2). */
import { createHash } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import { dataFolder } from '@veldlicht/database/data-folder';
import type { ApiClient } from '@veldlicht/scripts/api-client';
import { memoryMb, type Sample, slopeMbPerFile } from './memory-watch.ts';
import { peakMemoryMb } from './programs.ts';

const FILES = 100;
const LARGE = 16;
const SMALL_BYTES = 1_000_000;
const AT_ONCE = 4;

/** Streams a file of its own kind for each number; answers the status and what was sent. */
function put(url: string, origin: string, length: number, seed: number) {
  const hash = createHash('sha256');
  return new Promise<{ status: number; sent: string }>((resolve, reject) => {
    const headers = { origin, 'content-type': 'image/jpeg', 'content-length': length };
    const request = http.request(url, { method: 'PUT', headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, sent: hash.digest('hex') }));
    });
    request.on('error', reject);
    let left = length;
    const more = () => {
      while (left > 0) {
        const part = Buffer.alloc(Math.min(left, 1 << 20), (seed * 31 + (left >>> 20)) & 255);
        left -= part.length;
        hash.update(part);
        if (!request.write(part)) return request.once('drain', more);
      }
      request.end();
    };
    more();
  });
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

interface LargeOptions {
  client: ApiClient;
  origin: string;
  dataDir: string;
  apiPid: number;
  /** All hundred of the largest size. */
  nightly: boolean;
}

/** Sends them, four at once; each is compared with what was sent and then removed from the disk. */
export async function measureLargeUploads(options: LargeOptions) {
  const { client, origin, dataDir, apiPid, nightly } = options;
  const { incoming } = dataFolder(dataDir);
  const large = nightly ? FILES : LARGE;
  const samples: Sample[] = [];
  const failures: string[] = [];
  let next = 0;
  const sendOne = async (n: number) => {
    // Spread evenly among the small ones.
    const isLarge = Math.floor(((n + 1) * large) / FILES) > Math.floor((n * large) / FILES);
    const length = isLarge ? MAX_FILE_BYTES : SMALL_BYTES;
    const { uploadURL } = await client.call<{ uploadURL: string }>('POST', '/api/objects/upload');
    const { status, sent } = await put(new URL(uploadURL, origin).href, origin, length, n);
    const key = path.basename(new URL(uploadURL, origin).pathname);
    const file = path.join(incoming, key);
    if (status !== 200) failures.push(`file ${n}: status ${status}`);
    else if ((await hashOf(file)) !== sent) failures.push(`file ${n}: other bytes`);
    rmSync(file, { force: true });
    samples.push({ files: samples.length + 1, mb: memoryMb(apiPid) });
    return length;
  };
  const started = performance.now();
  let total = 0;
  let largeSent = 0;
  const lane = async () => {
    while (next < FILES) {
      const length = await sendOne(next++);
      total += length;
      if (length === MAX_FILE_BYTES) largeSent += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return {
    files: FILES,
    largest: largeSent,
    bytes: total,
    atOnce: AT_ONCE,
    ms: performance.now() - started,
    failures,
    apiPeakMb: peakMemoryMb(apiPid),
    apiSlopeMbPerFile: slopeMbPerFile(samples),
    goals: { failures: 0, apiPeakMb: 300, apiSlopeMbPerFile: 0.2 },
  };
}
