/** Releases that take each other's place under real Caddy while visitors read: old or new, never neither. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { freePort, serveSite } from '@veldlicht/scripts/caddy';
import { expect, it } from 'vitest';

const SWAPS = 200;
const READERS = 4;
const root = path.join(import.meta.dirname, '../..');
const releases = ['r1-aaaaaaaa', 'r2-bbbbbbbb'];
const addresses = ['/', '/mediabibliotheek', '/foto/reiger-1234', '/rss.xml'];
const encodings = ['identity', 'br', 'gzip'];
const files = ['index.html', 'mediabibliotheek.html', 'foto/34/reiger-1234.html', 'rss.xml'];

/** A page that says on every line which release it is of; the releases' pages differ in length. */
function pageOf(release: string, name: string): string {
  return `${release} ${name}\n`.repeat(release === releases[0] ? 3000 : 4000);
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  writeFileSync(`${file}.br`, brotliCompressSync(text));
  writeFileSync(`${file}.gz`, gzipSync(text));
}

/** The way the publisher does it. */
function activate(folder: string, release: string): void {
  const link = path.join(folder, 'current');
  symlinkSync(release, `${link}.tmp`);
  renameSync(`${link}.tmp`, link);
}

interface Answer {
  status: number;
  encoding: string;
  body: Buffer;
}

function read(agent: http.Agent, url: string, encoding: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { agent, headers: { 'accept-encoding': encoding } };
    const request = http.get(url, options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          encoding: response.headers['content-encoding'] ?? 'identity',
          body: Buffer.concat(parts),
        }),
      );
    });
    request.once('error', reject);
  });
}

function textOf({ encoding, body }: Answer): string {
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}

it('gets certificates by itself for a domain, and answers plain http for none', () => {
  const variables = { ...process.env, SITE_ADDRESS: 'example.nl' };
  const file = path.join(root, 'Caddyfile');
  const { stdout } = spawnSync('caddy', ['adapt', '--config', file], { env: variables });
  // Caddy's own form of a configuration; automatic HTTPS is on unless it says otherwise.
  const { apps } = JSON.parse(stdout.toString());
  const [server] = Object.values<{ listen: string[]; automatic_https?: unknown }>(
    apps.http.servers,
  );
  expect(server?.listen).toEqual([':443']);
  expect(server?.automatic_https).toBeUndefined();
  expect(stdout.toString()).toContain('"host":["example.nl"]');
});

it(`answers every request with one whole page during ${SWAPS} swaps`, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'veldlicht-swap-'));
  const folder = path.join(dataDir, 'releases');
  for (const release of releases)
    for (const name of files) write(path.join(folder, release, name), pageOf(release, name));
  activate(folder, releases[0] ?? '');
  // Nobody listens where the API would.
  const caddy = await serveSite(dataDir, await freePort(), await freePort());
  const { origin } = caddy;
  const agent = new http.Agent({ keepAlive: true, maxSockets: READERS });
  try {
    const wrong: string[] = [];
    const seen = new Map<string, number>();
    let onRead = () => {};
    let done = false;
    const readers = Array.from({ length: READERS }, async (_, reader) => {
      for (let i = reader; !done; i++) {
        const at = i % addresses.length;
        const answer = await read(agent, origin + addresses[at], encodings[i % 3] ?? '');
        const text = answer.status === 200 ? textOf(answer) : '';
        const release = releases.find((each) => text === pageOf(each, files[at] ?? ''));
        if (release) seen.set(release, (seen.get(release) ?? 0) + 1);
        else wrong.push(`${addresses[at]} ${answer.status} ${text.length}`);
        onRead();
      }
    });
    // A reader that breaks off must not let the swaps wait for ever.
    const broken = Promise.all(readers).then(() => {});
    for (let swap = 1; swap <= SWAPS; swap++) {
      activate(folder, releases[swap % 2] ?? '');
      const nextRead = new Promise<void>((resolve) => {
        onRead = resolve;
      });
      await Promise.race([broken, nextRead]);
    }
    done = true;
    await broken;
    expect(wrong).toEqual([]);
    expect([...seen.keys()].sort()).toEqual(releases);
  } finally {
    agent.destroy();
    await caddy.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
