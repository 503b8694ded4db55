/**
 * Imports a library while the import and the server are killed, and exports it again: each photo once, with its facts
 * as exiftool reads them, its old address and its bytes (decision 029). `npm run nightly` moves a thousand photos.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { MediaItem } from '@veldlicht/contract/media';
import { signIn } from '@veldlicht/scripts/api-client';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { quickModules } from '@veldlicht/scripts/programs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LooseProduct, looseProduct } from '../support/loose-programs.ts';
import { owner } from '../support/product.ts';

const PHOTOS = roundsOf('moving', 40);
const KILLS = 10;
const commands = path.join(import.meta.dirname, '../../../admin-api/src/commands');
const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-moving-'));
const library = path.join(folder, 'library');

const servers: LooseProduct[] = [];
async function startServer(): Promise<LooseProduct> {
  const server = await looseProduct();
  servers.push(server);
  return server;
}

const run = promisify(execFile);

/** Runs a command, and kills it after `timeout` milliseconds. Resolves to its output, also where it fails. */
async function command({ dataDir }: LooseProduct, name: string, args: string[], timeout = 0) {
  const env = { ...process.env, DATA_DIR: dataDir, NODE_OPTIONS: '' };
  const program = [quickModules, path.join(commands, `${name}.ts`), ...args];
  const ended = run(process.execPath, program, { env, timeout, killSignal: 'SIGKILL' });
  const { stdout, stderr } = await ended.catch((error: Awaited<typeof ended>) => error);
  return stdout + stderr;
}

const nameOf = (n: number) => `files/IMG_${String(n).padStart(4, '0')}.jpg`;
const hasSidecar = (n: number) => n % 2 === 1;

/** Makes photos with their facts in the file or in a sidecar, alternately. */
beforeAll(
  async () => {
    mkdirSync(path.join(library, 'files'), { recursive: true });
    const calls: string[] = [];
    for (let n = 0; n < PHOTOS; n++) {
      const file = path.join(library, nameOf(n));
      writeFileSync(file, await plainPicture(n, { width: 32, height: 24 }));
      const day = String(1 + (n % 28)).padStart(2, '0');
      calls.push(
        ...['-q', '-overwrite_original', '-n', `-XMP-dc:Title=Foto ${n} & "zo"`],
        ...[`-XMP-dc:Description=Woorden van ${n}`, '-XMP-dc:Subject=mist', '-XMP-dc:Subject=Één'],
        ...[`-XMP-exif:DateTimeOriginal=2024:05:${day} 06:10:00`],
        ...[`-XMP-exif:GPSLatitude=${52 + n / 10_000}`, '-XMP-exif:GPSLongitude=5.8604'],
        ...[hasSidecar(n) ? `${file}.xmp` : file, '-execute'],
      );
    }
    execFileSync('exiftool', ['-@', '-'], { input: calls.join('\n'), stdio: 'pipe' });
    const lines = Array.from({ length: PHOTOS }, (_, n) =>
      JSON.stringify({
        source: 'flickr',
        sourceId: String(n),
        file: nameOf(n),
        category: 'fauna',
        visibility: n % 5 === 4 ? 'private' : 'public',
        privacy: 'exact',
        oldAddresses: [`/photos/joris/${n}/`],
      }),
    );
    writeFileSync(path.join(library, 'items.jsonl'), lines.join('\n'));
  },
  60_000 + PHOTOS * 100,
);
afterAll(async () => {
  for (const server of servers) await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Reads the facts of files and sidecars with exiftool, by the number of the photo. */
function factsByExiftool(): Map<number, { [name: string]: unknown }> {
  const tags = ['Title', 'Description', 'DateTimeOriginal', 'GPSLatitude', 'GPSLongitude'];
  const args = ['-json', '-n', ...tags.map((tag) => `-XMP:${tag}`), '-ext', 'jpg', '-ext', 'xmp'];
  const text = execFileSync('exiftool', [...args, path.join(library, 'files')], {
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const all = JSON.parse(text.toString()) as { SourceFile: string; [name: string]: unknown }[];
  return new Map(
    all
      .filter(({ Title }) => Title !== undefined)
      .map((facts) => [Number(/IMG_(\d+)/.exec(facts.SourceFile)?.[1]), facts]),
  );
}

it(
  'imports each photo once with its facts through ten kills, redirects old addresses, and exports everything',
  async () => {
    const server = await startServer();
    const takeIn = ['--make-tags', '--now', library];
    let kills = 0;
    for (; kills < KILLS; kills++) {
      const wait = 700 + kills * 150;
      const isServers = kills % 4 === 3;
      if (!isServers) {
        await command(server, 'import', takeIn, wait);
        continue;
      }
      // An import without its worker exits on its own.
      const running = command(server, 'import', takeIn, 20_000);
      await setTimeout(wait);
      await Promise.all([server.api.kill(), server.worker.kill()]);
      await Promise.all([server.api.start(), server.worker.start()]);
      await running;
    }
    expect(await command(server, 'import', takeIn)).toContain('failed: 0');
    expect(await command(server, 'import', takeIn)).toContain('Imported: 0, already here: 0');

    const client = await signIn(server.origin, owner.username, owner.password);
    const items = await client.call<MediaItem[]>('GET', '/api/admin/media');
    const facts = factsByExiftool();
    const byNumber = new Map(
      items.map((item) => [Number(/IMG_(\d+)/.exec(item.originalName ?? '')?.[1]), item]),
    );
    expect([items.length, byNumber.size, facts.size]).toEqual([PHOTOS, PHOTOS, PHOTOS]);
    for (const [n, item] of byNumber) {
      const { Title, Description, DateTimeOriginal, GPSLatitude, GPSLongitude } =
        facts.get(n) ?? {};
      const date = String(DateTimeOriginal).slice(0, 10).replaceAll(':', '-');
      const location = `${Number(GPSLatitude).toFixed(6)}, ${Number(GPSLongitude).toFixed(6)}`;
      const expected = { title: Title, description: Description, date, location };
      expect(item).toMatchObject({ ...expected, tags: ['mist', 'Één'], status: 'draft' });
      expect(item.locationPrivacy).toBe('hidden');
    }

    await command(server, 'import', ['--publish']);
    for (let n = 0; n < PHOTOS; n++) {
      const url = `${server.origin}/photos/joris/${n}`;
      const { status } = await fetch(url, { redirect: 'manual' });
      expect([n, status]).toEqual([n, n % 5 === 4 ? 410 : 301]);
    }

    const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
    const out = async (from: LooseProduct, to: string) =>
      expect(await command(from, 'export', [to, '--with-private-places'])).toContain('left out: 0');
    await out(server, first);
    const other = await startServer();
    const arrived = await command(other, 'import', ['--make-tags', '--now', first]);
    expect(arrived).toContain(`Imported: ${PHOTOS}, already here: 0, failed: 0`);
    await command(other, 'import', ['--publish']);
    await out(other, second);
    expect(spawnSync('diff', ['-rq', first, second], { encoding: 'utf8' }).stdout).toBe('');
    keepFigures('moving', { photos: PHOTOS, kills });
  },
  240_000 + PHOTOS * 2000,
);
