/** A published library of some size in a running product, for loads that last. */

import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@veldlicht/scripts/caddy';
import { contentBuild, runTimed } from './programs.ts';
import { type Live, runLive, siteVariables } from './publish-live.ts';
import { seedLibrary } from './seed-library.ts';

/** The silence after which the product publishes. */
const QUIET_MS = 100;

/** Makes it below `scratch` for `measure`, and leaves nothing behind. */
export async function withLiveLibrary<T>(
  scratch: string,
  items: number,
  measure: (live: Live, dataDir: string) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(path.join(scratch, 'library-'));
  try {
    const port = await freePort();
    await seedLibrary(dataDir, items);
    await runTimed(contentBuild('publish'), siteVariables(dataDir, port));
    const live = await runLive(dataDir, port, QUIET_MS);
    try {
      return await measure(live, dataDir);
    } finally {
      await live.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
