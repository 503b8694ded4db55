/** `npm run bench -- uploads`: memory of the API while files of the largest size arrive. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import { dataFolder } from '@veldlicht/database/data-folder';
import { migrateDatabase } from '@veldlicht/database/migrate';
import { signIn } from '@veldlicht/scripts/api-client';
import { programs } from '@veldlicht/scripts/programs';
import { peakMemoryMb, startProgram } from './programs.ts';

const FILES = 4;
const PASSWORD = createHmac('sha256', 'bench').update(String(process.pid)).digest('base64url');
const CHUNK = Buffer.alloc(1 << 20, 7);

/** Streams bytes of no meaning; answers the status. */
function put(url: string, origin: string, length: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { origin, 'content-type': 'image/jpeg', 'content-length': length };
    const request = http.request(url, { method: 'PUT', headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    request.on('error', reject);
    let left = length;
    const more = () => {
      while (left > 0) {
        const part = CHUNK.subarray(0, Math.min(left, CHUNK.length));
        left -= part.length;
        if (!request.write(part)) return request.once('drain', more);
      }
      request.end();
    };
    more();
  });
}

export async function benchUploads(folder: string): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(path.join(folder, 'uploads-'));
  const port = 20_000 + (process.pid % 20_000);
  const origin = `http://localhost:${port}`;
  try {
    const data = dataFolder(dataDir);
    await migrateDatabase(data.database, { backupFolder: data.backups, now: 0 });
    const variables = {
      DATA_DIR: dataDir,
      PORT: String(port),
      ADMIN_USERNAME: 'bench',
      ADMIN_PASSWORD: PASSWORD,
    };
    const api = await startProgram(programs.api, variables);
    const client = await signIn(origin, 'bench', PASSWORD);
    const restMb = peakMemoryMb(api.pid);
    const started = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: FILES }, async () => {
        const { uploadURL } = await client.call<{ uploadURL: string }>(
          'POST',
          '/api/objects/upload',
        );
        return put(uploadURL, origin, MAX_FILE_BYTES);
      }),
    );
    const ms = performance.now() - started;
    const peakMb = peakMemoryMb(api.pid);
    await api.stop();
    return {
      files: FILES,
      bytesEach: MAX_FILE_BYTES,
      statuses,
      ms,
      restMb,
      peakMb,
      goalPeakMb: 300,
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
