/** What an upload asks of the disk, in which order, and a disk that refuses (fault F12). strace sees it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { uploadTicket } from '@veldlicht/contract/upload';
import { uploads } from '@veldlicht/database/schema';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { callsAfterRefusal, describeTraced } from '@veldlicht/scripts/describe-traced';
import { followDisk, type Injection, readDiskCalls, traced } from '@veldlicht/scripts/trace-disk';
import { afterEach, beforeEach, expect, it } from 'vitest';

const ORIGIN = 'http://localhost:4321';
const password = 'een-lang-wachtwoord-7';
describeTraced('an upload', watchUploads);

function watchUploads(): void {
  let t: TestDatabase;
  let child: ChildProcess | undefined;
  beforeEach(async () => {
    t = await createTestDatabase();
  });
  afterEach(async () => {
    await stop();
    t.remove();
  });

  const incoming = () => path.join(t.folder, 'incoming');
  const log = () => path.join(t.folder, 'strace.log');

  /** Starts the API under strace; answers where it listens. */
  async function start(injection?: Injection, only?: string): Promise<string> {
    const [strace = '', ...args] = traced(log(), injection);
    const main = path.join(import.meta.dirname, '../main.ts');
    const paths = only ? ['-P', only] : [];
    const started = spawn(strace, [...args, ...paths, process.execPath, main], {
      env: {
        ...process.env,
        // strace counts by thread: with one, the first call is the first.
        ...(injection && { UV_THREADPOOL_SIZE: '1' }),
        ...{ NODE_OPTIONS: '', ADMIN_USERNAME: 'eva', ADMIN_PASSWORD: password },
        ...{ DATA_DIR: t.folder, PORT: '0', PUBLIC_ORIGIN: ORIGIN, MIN_FREE_MB: '1' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let output = '';
    return new Promise((resolve, reject) => {
      const collect = (data: Buffer) => {
        output += data;
        const url = /Listening on (\S+)/.exec(output)?.[1];
        if (url) resolve(url);
      };
      started.stdout.on('data', collect);
      started.stderr.on('data', collect);
      started.once('exit', (code) => reject(new Error(`it ended with ${code}: ${output}`)));
    });
  }

  /** strace passes the signal on by ending; the API is ended through its own process id. */
  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    const children = `/proc/${child.pid}/task/${child.pid}/children`;
    for (const pid of readFileSync(children, 'utf8').split(' ').filter(Boolean))
      process.kill(Number(pid), 'SIGTERM');
    await ended;
  }

  async function ticket(url: string): Promise<string> {
    const post = (address: string, cookie: string, body: object) =>
      fetch(url + address, {
        method: 'POST',
        headers: { origin: ORIGIN, 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      });
    const login = await post('/api/auth/login', '', { username: 'eva', password });
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    const answer = await post('/api/objects/upload', cookie, {});
    return uploadTicket.parse(await answer.json()).uploadURL.replace(ORIGIN, url);
  }
  const send = (address: string) =>
    fetch(address, {
      method: 'PUT',
      headers: { origin: ORIGIN },
      body: Buffer.alloc(300_000, 'x'),
    });

  it('is on disk before it is named, and named for good before the database knows of it', async () => {
    const address = await ticket(await start());
    expect((await send(address)).status).toBe(200);
    await stop();
    const disk = followDisk(incoming());
    const story: string[] = [];
    for (const call of readDiskCalls(readFileSync(log(), 'utf8'))) {
      const unsafe = disk.unsafe();
      if (call.kind === 'rename' && call.place.endsWith('.part')) {
        story.push('named');
        expect(unsafe).not.toContain(call.place);
      } else if (call.kind === 'write' && call.place.endsWith('.db-wal') && story.length > 0) {
        story.push('known');
        expect(unsafe).toEqual([]);
      }
      disk.apply(call);
    }
    expect([story[0], story[1]]).toEqual(['named', 'known']);
  });

  /** Waits until the program has ended by itself; it wrote nothing after the refusal. */
  async function expectEnded(program: ChildProcess | undefined): Promise<void> {
    if (program && program.exitCode === null && program.signalCode === null)
      await once(program, 'exit');
    expect(program?.signalCode).toBe('SIGKILL');
    expect(callsAfterRefusal(readFileSync(log(), 'utf8'))).toEqual([]);
  }

  it('ends the program when the disk refuses to make it durable, and can be sent again after', async () => {
    const url = await start('fsync:error=EIO:when=1', incoming());
    const address = await ticket(url);
    const dying = child;
    const answer = await send(address).catch(() => null);
    expect(answer?.ok ?? false).toBe(false);
    await expectEnded(dying);
    expect(t.db.select().from(uploads).get()?.state).toBe('issued');

    const again = await start();
    expect(readdirSync(incoming())).toEqual([]);
    expect((await send(address.replace(url, again))).status).toBe(200);
    expect(t.db.select().from(uploads).get()?.state).toBe('received');
  });

  it('ends the program when its row can not be made durable, and what was promised is there', async () => {
    const url = await start('fsync,fdatasync:error=EIO:when=30', `${t.folder}/veldlicht.db-wal`);
    const dying = child;
    const promised: string[] = [];
    const isRefused = await (async () => {
      for (let n = 0; n < 100; n++) {
        const address = await ticket(url).catch(() => null);
        if (address === null) return true;
        promised.push(address);
      }
      return false;
    })();
    expect([isRefused, promised.length > 0]).toEqual([true, true]);
    await expectEnded(dying);

    const again = await start();
    const keys = t.db.select({ key: uploads.key }).from(uploads).all();
    for (const address of promised)
      expect(keys.some(({ key }) => address.includes(key))).toBe(true);
    expect((await send((await ticket(again)) ?? '')).status).toBe(200);
    expect(t.db.$client.pragma('integrity_check', { simple: true })).toBe('ok');
  });
}
