/** The API killed in the middle of an upload (fault F1): after the next start nothing of it is left. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { uploadTicket } from '@veldlicht/contract/upload';
import { openDatabase } from '@veldlicht/database/open';
import { files, jobs, media, uploads } from '@veldlicht/database/schema';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';

const BYTES = 1_000_000;
const ORIGIN = 'http://localhost:4321';
const password = 'een-lang-wachtwoord-7';
const message = z.object({ type: z.string(), url: z.string().optional() });

let t: TestDatabase;
let child: ChildProcess | undefined;
beforeEach(async () => {
  t = await createTestDatabase();
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  t.remove();
});

const stepFile = () => path.join(t.folder, 'step');

/** Starts the real API on a port of its own; it kills itself at the step that stands in a file. */
async function start(): Promise<string> {
  const module = pathToFileURL(path.join(import.meta.dirname, '../testing/killed-upload.ts'));
  module.searchParams.set('step', stepFile());
  writeFileSync(stepFile(), 'none');
  const owner = { ADMIN_USERNAME: 'eva', ADMIN_PASSWORD: password };
  const started = fork(path.join(import.meta.dirname, '../main.ts'), {
    execArgv: ['--import', module.href],
    env: {
      ...{ ...process.env, ...owner, NODE_OPTIONS: '' },
      ...{ DATA_DIR: t.folder, PORT: '0', PUBLIC_ORIGIN: ORIGIN },
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child = started;
  return new Promise((resolve, reject) => {
    started.on('message', (sent) => {
      const { type, url } = message.parse(sent);
      if (type === 'listening' && url) resolve(url);
    });
    started.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
  });
}

const post = (url: string, cookie: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });

async function signIn(url: string): Promise<string> {
  const login = await post(`${url}/api/auth/login`, '', { username: 'eva', password });
  return login.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Path of an address to send a file to. */
async function ticket(url: string, cookie: string): Promise<string> {
  const answer = await post(`${url}/api/objects/upload`, cookie, {});
  return uploadTicket.parse(await answer.json()).uploadURL.replace(ORIGIN, '');
}
const keyOf = (target: string) => /uploads\/([0-9a-f]{32})/.exec(target)?.[1] ?? '';

const incoming = () => path.join(t.folder, 'incoming');
const stored = () => readdirSync(incoming());
/** Bytes of a file that is coming in. */
const received = () => {
  const part = stored().find((name) => name.endsWith('.part'));
  return part === undefined ? 0 : statSync(path.join(incoming(), part)).size;
};

/** Sends the first `bytes` of a file and keeps the line open. */
function sendSome(url: string, target: string, bytes: number): void {
  const headers = { origin: ORIGIN, 'content-length': BYTES, 'content-type': 'image/jpeg' };
  const client = request(url + target, { method: 'PUT', headers, agent: false });
  // The other end is killed: that is what this is about.
  client.on('error', () => undefined);
  client.write(Buffer.alloc(bytes, 'x'));
}

async function killed(): Promise<void> {
  if (!child) throw new Error('nothing runs');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
}

/** After the next start, only `whole` files are there, and the address that was cut off works again. */
async function expectNothingLeft(url: string, target: string, whole: string[]): Promise<void> {
  expect(stored().sort()).toEqual(whole.toSorted());
  const db = openDatabase(t.file);
  const rows = [files, media, jobs].map((table) => db.select().from(table).all().length);
  const state = db
    .select()
    .from(uploads)
    .all()
    .find(({ key }) => key === keyOf(target))?.state;
  const integrity = db.$client.pragma('integrity_check', { simple: true });
  db.$client.close();
  expect([rows, state, integrity]).toEqual([[0, 0, 0], 'issued', 'ok']);
  const body = Buffer.alloc(BYTES, 'y');
  const again = await fetch(url + target, { method: 'PUT', headers: { origin: ORIGIN }, body });
  expect(again.status).toBe(200);
  expect(readFileSync(path.join(incoming(), keyOf(target))).equals(body)).toBe(true);
}

it('leaves nothing when it is killed at 10, 50, 99 and 100 %, at fsync and at rename', async () => {
  let url = await start();
  const cookie = await signIn(url);
  const whole: string[] = [];
  for (const moment of [10, 50, 99, 'sync', 'rename', 'renamed'] as const) {
    const target = await ticket(url, cookie);
    if (typeof moment === 'number') {
      const bytes = (BYTES * moment) / 100;
      sendSome(url, target, bytes);
      await vi.waitFor(() => expect(received()).toBe(bytes), { timeout: 30_000 });
      child?.kill('SIGKILL');
    } else {
      writeFileSync(stepFile(), moment);
      sendSome(url, target, BYTES);
    }
    await killed();
    expect([moment, stored().length]).toEqual([moment, whole.length + 1]);
    url = await start();
    await expectNothingLeft(url, target, whole);
    whole.push(keyOf(target));
  }
}, 240_000);
