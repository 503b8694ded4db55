import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashOfObjectPath } from '@veldlicht/contract/ladder';
import { expect, it } from 'vitest';
import { useLibrary } from '#testing/library.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp({}, 'editor');
const { call, create } = useLibrary(t);

const isOpen = (file: string) =>
  readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === file;
    } catch {
      // The descriptor that listed the folder is closed.
      return false;
    }
  });

/** Stores the original of a new item. Returns its file. */
async function store(bytes: Buffer) {
  const { id, imageUrl } = await create();
  const file = path.join(t.deps.folder.originals, `${hashOfObjectPath(imageUrl)}.jpg`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return { id, file };
}

it('opens no file for HEAD, since nothing would close it', async () => {
  // More than a stream reads at once.
  const [asked, other] = [await store(Buffer.alloc(1_000_000)), await store(Buffer.from('x'))];
  const answer = await call('HEAD', `/${asked.id}/original`);
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '1000000']);
  // By the time this arrives, that file would be open.
  await (await call('GET', `/${other.id}/original`)).text();
  expect(isOpen(asked.file)).toBe(false);
});

it('sends the original byte for byte, under its uploaded name, and 404 when its bytes are gone', async () => {
  const { id, imageUrl } = await create({ originalName: 'Écureuil "d\'été".jpg' });
  expect((await call('GET', `/${id}/original`)).status).toBe(404);
  const file = path.join(t.deps.folder.originals, `${hashOfObjectPath(imageUrl)}.jpg`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'de bytes');
  const answer = await call('GET', `/${id}/original`);
  expect(await answer.text()).toBe('de bytes');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition':
      "attachment; filename*=UTF-8''%C3%89cureuil%20%22d%27%C3%A9t%C3%A9%22.jpg",
    'content-length': '8',
    'cache-control': 'no-store',
  });
});
