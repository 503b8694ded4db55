/** A database that turns out to be damaged while the program runs (fault F8). */
import { openSync, statSync, writeSync } from 'node:fs';
import { errorBody } from '@veldlicht/contract/error';
import { afterEach, expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addRelease } from '#testing/test-release.ts';

let t: TestApp;
afterEach(() => t.remove());

/** Writes garbage over all pages but the first, as a disk that goes bad may. */
function damage(): void {
  const client = t.db.$client;
  client.pragma('wal_checkpoint(TRUNCATE)');
  const file = openSync(client.name, 'r+');
  const size = client.pragma('page_size', { simple: true }) as number; // SQLite's own figure
  for (let at = size; at < statSync(client.name).size; at += size)
    writeSync(file, Buffer.alloc(size, 0x5a), 0, size, at);
  // What was read before is in memory and sound.
  client.pragma('shrink_memory');
}

it('is told as what it is, and the public site stays', async () => {
  t = await createTestApp();
  addRelease(t.deps.folder, 'r1');
  const { cookie } = t.signInAs('admin');
  damage();
  for (const address of ['/api/admin/media', '/api/auth/me', '/api/settings']) {
    const response = await t.request(address, { cookie });
    expect([address, response.status]).toEqual([address, 503]);
    expect(await readAnswer(errorBody, response)).toEqual({
      error: 'The database is damaged; a backup has to be restored on the server',
      code: 'database_damaged',
    });
  }
  const home = await t.request('/');
  expect([home.status, await home.text()]).toEqual([200, '<p>home of r1</p>']);
});
