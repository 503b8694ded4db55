/** What hostile code in the image process can reach. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DataFolder, dataFolder } from '@veldlicht/database/data-folder';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog, WORDING } from '#testing/image-bench.ts';
import { landscape } from '#testing/test-pictures.ts';
import { makeVideo } from '#testing/test-videos.ts';
import { bubblewrapRoom, chooseRoom, type DecoderRoom, permissionRoom } from './decoder-room.ts';
import { startImageProcess } from './image-process.ts';

let folder: DataFolder;
let listener: Server;
let heard: number;
beforeEach(async () => {
  folder = dataFolder(mkdtempSync(path.join(tmpdir(), 'veldlicht-room-')));
  for (const place of [folder.secrets, folder.incoming, folder.originals, folder.working])
    mkdirSync(place);
  mkdirSync(folder.renditions);
  writeFileSync(path.join(folder.secrets, 'two-factor'), 'key');
  writeFileSync(folder.database, 'rows');
  writeFileSync(path.join(folder.originals, 'a.jpg'), 'original');
  heard = 0;
  listener = createServer((socket) => {
    heard++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  listener.close();
  rmSync(folder.root, { recursive: true });
});

/** What code in a sandbox reaches; a photo is decoded in it afterwards. */
async function reachIn(room: DecoderRoom): Promise<unknown> {
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const code = pathToFileURL(path.join(import.meta.dirname, '../testing/break-in.ts'));
  const facts = { root: folder.root, parent: process.pid, port: address.port };
  for (const [name, value] of Object.entries(facts)) code.searchParams.set(name, String(value));
  const images = startImageProcess({ log: silentLog, room, nodeOptions: ['--import', code.href] });
  const file = path.join(folder.incoming, 'photo');
  writeFileSync(file, await landscape(1300, 900).jpeg().toBuffer());
  const input = { file, renditionsFolder: folder.renditions, hash: 'a'.repeat(32) };
  await images.inspect(input);
  await images.stop();
  expect(existsSync(path.join(folder.renditions, 'a'.repeat(32), '960.jpg'))).toBe(true);
  return JSON.parse(readFileSync(path.join(folder.renditions, 'got.json'), 'utf8'));
}

it('with bubblewrap it reaches its own files and nothing else', async () => {
  expect(chooseRoom(folder, silentLog)).toEqual(bubblewrapRoom(folder));
  expect(await reachIn(bubblewrapRoom(folder))).toEqual(['original']);
  expect(heard).toBe(0);
});

it('without it, Node’s calls reach no other file', async () => {
  const got = await reachIn(permissionRoom(folder));
  expect(got).toContain('original');
  for (const name of [
    'secret',
    'database',
    'environment',
    'change of an original',
    'secret by a program',
  ])
    expect(got).not.toContain(name);
});

it.each([
  ['bubblewrap', bubblewrapRoom],
  ['the limits of Node', permissionRoom],
])('a video is read and published within %s', async (_what, room) => {
  const images = startImageProcess({ log: silentLog, room: room(folder) });
  const file = path.join(folder.incoming, 'film.mov');
  makeVideo(folder.incoming, 'film.mov', '-t', '0.5', '-c:v', 'mpeg4');
  const input = { renditionsFolder: folder.renditions, hash: 'b'.repeat(32) };
  const inspected = await images.inspect({ ...input, file });
  const { extension, duration } = inspected.facts;
  const facts = { extension, duration };
  const rendered = await images.render({ ...input, ...facts, ...WORDING, file });
  await images.stop();
  expect(rendered.map(({ name }) => name)).toContain('video.mp4');
});
