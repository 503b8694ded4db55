/** The supervisor kills a hung API or worker (fault F10). */
import { createTestDatabase } from '@veldlicht/database/testing';
import { expect, it } from 'vitest';
import { freePort } from './caddy.ts';
import { programs } from './programs.ts';
import { supervise } from './supervisor.ts';

/** Both send a heartbeat every two seconds. */
const PATIENCE_MS = 8000;
const LONGEST_MS = 90_000;

// Concurrent, since they mostly wait.
it.concurrent.for(['api', 'worker'] as const)(
  'kills the %s in time when it hangs, and restarts it',
  { timeout: LONGEST_MS },
  async (name, { onTestFinished }) => {
    const t = await createTestDatabase();
    const port = await freePort();
    const variables = { DATA_DIR: t.folder, PORT: String(port), LOG_LEVEL: 'error' };
    const program = supervise({ ...programs[name], patienceMs: PATIENCE_MS }, variables);
    onTestFinished(async () => {
      await program.stop();
      t.remove();
    });
    await program.ready;
    const isWell = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/settings`).catch(() => null);
      return answer?.status === 200;
    };
    const hung = program.pid() ?? 0;
    process.kill(hung, 'SIGSTOP');
    const began = performance.now();
    await expect.poll(program.pid, { timeout: LONGEST_MS }).not.toBe(hung);
    // The patience, and the delay before the restart.
    expect(performance.now() - began).toBeLessThan(2 * PATIENCE_MS);
    expect(() => process.kill(hung, 0)).toThrow('ESRCH');
    if (name === 'api') await expect.poll(isWell, { timeout: LONGEST_MS }).toBe(true);
  },
);
