/**
 * Loaded into the image process: tries to reach what it must not, and writes what it reached into renditions/. Its URL
 * names the data folder, the parent process and a port.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { getPriority } from 'node:os';

const facts = new URL(import.meta.url).searchParams;
const root = facts.get('root') ?? '';
const parent = Number(facts.get('parent'));

const tries: Record<string, () => unknown> = {
  secret: () => readFileSync(`${root}/secrets/two-factor`),
  database: () => readFileSync(`${root}/veldlicht.db`),
  environment: () => readFileSync(`/proc/${parent}/environ`),
  'change of an original': () => writeFileSync(`${root}/originals/a.jpg`, ''),
  'secret by a program': () => execFileSync('cat', [`${root}/secrets/two-factor`]),
  'signal to the worker': () => process.kill(parent, 0),
  original: () => readFileSync(`${root}/originals/a.jpg`),
};
const got: string[] = [];
for (const [name, reach] of Object.entries(tries))
  try {
    reach();
    got.push(name);
  } catch {
    // Expected.
  }
const isConnected = await new Promise((resolve) => {
  const socket = connect(Number(facts.get('port')), '127.0.0.1', () => resolve(true));
  socket.on('error', () => resolve(false));
});
if (isConnected) got.push('network');
if (getPriority() === 0) got.push('a priority as high as that of the worker');
writeFileSync(`${root}/renditions/got.json`, JSON.stringify(got));
