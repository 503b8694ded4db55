/** The process: output, messages to its parent, and exit. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { users } from '@veldlicht/database/schema';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';

const TIMEOUT = 60_000;
const message = z.object({
  type: z.string(),
  url: z.string().optional(),
  owner: z.object({ password: z.string() }).optional(),
});

let t: TestDatabase;
const children: ChildProcess[] = [];
beforeEach(async () => {
  t = await createTestDatabase();
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  t.remove();
});

function start(environment: Record<string, string> = {}) {
  const child = fork(path.join(import.meta.dirname, 'main.ts'), {
    env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: t.folder, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.push(child);
  const messages: z.infer<typeof message>[] = [];
  child.on('message', (sent) => messages.push(message.parse(sent)));
  const output = Promise.all([child.stdout, child.stderr].map((from) => (from ? text(from) : '')));
  const listening = async (): Promise<string> => {
    for (;;) {
      const found = messages.find(({ type }) => type === 'listening')?.url;
      if (found) return found;
      await Promise.race([once(child, 'message'), once(child, 'exit')]);
      if (child.exitCode !== null) throw new Error((await output).join(''));
    }
  };
  return { child, messages, output, listening };
}

it(
  'sends its parent the first password once and its URL, and exits cleanly with an open stream',
  async () => {
    const first = start();
    const url = await first.listening();
    const password = first.messages.find(({ owner }) => owner)?.owner?.password ?? '';
    const origin = 'http://localhost:0';
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    });
    expect(login.status).toBe(200);
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    const stream = await fetch(`${url}/api/publishing/events`, { headers: { cookie } });
    expect(stream.status).toBe(200);
    first.child.kill('SIGTERM');
    const [code] = await once(first.child, 'exit');
    expect(code).toBe(0);
    expect((await first.output).join('')).not.toContain(password);
    expect(statSync(path.join(t.folder, 'secrets', 'upload-signing')).mode & 0o777).toBe(0o600);

    const second = start();
    await second.listening();
    expect(second.messages.filter(({ owner }) => owner)).toEqual([]);
    second.child.disconnect();
    expect((await once(second.child, 'exit'))[0]).toBe(0);
  },
  TIMEOUT,
);

/** Adds an account whose secret no key opens. */
function addSealedUser() {
  const user = { id: 'e', username: 'eva', email: 'eva@example.nl', role: 'admin' } as const;
  const sealed = { totpSecret: 'v1.00000000.a.b.c', twoFactorAt: 1 };
  t.db
    .insert(users)
    .values({ ...user, ...sealed, passwordHash: '', createdAt: 1 })
    .run();
  return {};
}
function damage() {
  t.db.$client.close();
  writeFileSync(path.join(t.folder, 'veldlicht.db'), 'something else '.repeat(1000));
  return {};
}

const other = createServer();
afterAll(() => void other.close());
async function takePort() {
  await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
  const address = other.address();
  return { PORT: typeof address === 'object' ? String(address?.port) : '' };
}

type Variables = Record<string, string>;
it.each<[string, () => Variables | Promise<Variables>, number, RegExp]>([
  [
    'a configured value that is wrong',
    () => ({ ADMIN_PASSWORD: 'password1234' }),
    1,
    /^The configuration is wrong: ADMIN_PASSWORD: this password is too common; .*\n$/,
  ],
  ['a port in use', takePort, 1, /^listen EADDRINUSE.*set PORT to a free one\.\n$/],
  ['a lost two-factor key (T24)', addSealedUser, 1, /^The key that opens .* for: eva\.\n$/],
  ['damage (F8)', damage, 3, /^The database is damaged: file is not a database\.\n$/],
])(
  'exits with one line at %s, and repairs nothing',
  async (_what, prepare, code, line) => {
    const environment = await prepare();
    const before = readFileSync(path.join(t.folder, 'veldlicht.db'));
    const { child, output } = start(environment);
    expect((await once(child, 'exit'))[0]).toBe(code);
    expect((await output)[1]).toMatch(line);
    if (prepare === damage)
      expect(readFileSync(path.join(t.folder, 'veldlicht.db'))).toEqual(before);
    if (prepare === addSealedUser)
      expect(existsSync(path.join(t.folder, 'secrets', 'two-factor'))).toBe(false);
  },
  TIMEOUT,
);
