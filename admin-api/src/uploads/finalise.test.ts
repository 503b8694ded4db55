/** Finalising uploads, on this disk and in a bucket (architecture §4; T5, T20, T21; F7). */
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { storedUpload } from '@veldlicht/contract/draft';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import { uploadTicket } from '@veldlicht/contract/upload';
import { auditLog, jobs, uploads, users } from '@veldlicht/database/schema';
import { defaultPatience } from '@veldlicht/database/storage/bucket-client';
import { type AnswerServer, startAnswerServer } from '@veldlicht/database/testing/answer-server';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { ORIGIN, useTestApp } from '#testing/test-app.ts';
import { addFile } from '#testing/test-content.ts';
import { photoAnswer, startTestWorker } from '#testing/test-worker.ts';
import { deletePendingUploads } from './uploads.repository.ts';

const t = useTestApp({}, 'editor');
const workers: { stop: () => void }[] = [];
function work(decide?: Parameters<typeof startTestWorker>[1]) {
  const started = startTestWorker(t, decide);
  workers.push(started);
  return started.jobs;
}
afterEach(() => {
  for (const one of workers.splice(0)) one.stop();
});

/** A fake bucket; `stored` has the size of each object by name. */
let server: AnswerServer;
let stored: Map<string, number>;
let isDown: boolean;
async function openBucket(): Promise<void> {
  server = await startAnswerServer();
  [stored, isDown] = [new Map(), false];
  server.answer = ({ method, url }, response) => {
    const name = url?.split('?')[0]?.replace('/bucket/', '') ?? '';
    const size = stored.get(name);
    if (method === 'DELETE') stored.delete(name);
    const headers = { 'content-length': method === 'HEAD' ? String(size ?? 0) : '0' };
    response.writeHead(isDown ? 503 : size === undefined ? 404 : 200, headers).end();
  };
  const { endpoint, bucket, accessKeyId, secretAccessKey } = server.settings;
  const environment = {
    STORAGE: 's3',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const patience = { ...defaultPatience, waitsMs: [1] };
  await t.reopen({ environment, bucket: { patience } });
}

const ticket = () => readAnswer(uploadTicket, t.send('POST', '/api/objects/upload'));
const keyIn = (url: string) => new URL(url, ORIGIN).pathname.split('/').at(-1) ?? '';
/** Puts a file into the bucket as a browser does. */
const putInBucket = (url: string, bytes = 7) => stored.set(`incoming/${keyIn(url)}`, bytes);
async function putOnDisk(url: string): Promise<void> {
  const answer = await t.request(url.replace(ORIGIN, ''), { method: 'PUT', body: 'picture' });
  expect(answer.status).toBe(200);
}
const finalise = (mediaURL: string, as = t.cookie) =>
  t.send('PUT', '/api/media-objects', { mediaURL }, as);
const answerOf = (mediaURL: string) => readAnswer(storedUpload, finalise(mediaURL));
const MISSING = { status: 400, code: 'upload_missing' };

describe.each([
  ['on this disk', () => {}, putOnDisk, () => readdirSync(t.folder.incoming)],
  ['in a bucket', openBucket, putInBucket, () => [...stored.keys()]],
] as const)('an upload %s', (place, open, put, left) => {
  beforeEach(open);
  afterEach(() => place === 'in a bucket' && server.close());

  it('is inspected by the worker first, and answers its owner the same each time', async () => {
    const done = work();
    const { uploadURL, objectPath } = await ticket();
    expect(objectPath).toBe(`/uploads/${keyIn(uploadURL)}`);
    expect(await refusal(finalise(uploadURL))).toMatchObject(MISSING);
    await put(uploadURL);
    const [answer, other] = await Promise.all([answerOf(uploadURL), answerOf(uploadURL)]);
    expect(answer).toMatchObject({ type: 'photo', width: 6000 });
    expect(answer.objectPath).toMatch(/^\/media\/[0-9a-f]{32}\/960\.jpg$/);
    expect(done).toMatchObject([{ kind: 'inspect', subject: keyIn(uploadURL), priority: 10 }]);
    expect(t.rows(uploads)).toMatchObject([{ state: 'finalised' }]);
    expect(t.rows(auditLog)).toMatchObject([{ actor: 'eva', action: 'upload' }]);
    t.db.delete(jobs).run();
    const again = [uploadURL, objectPath].map((url) => answerOf(url));
    expect([other, ...(await Promise.all(again))]).toEqual([answer, answer, answer]);
    expect(done).toHaveLength(1);
  });

  it('is not finalised by another user, nor after its own lost access (T5, T21)', async () => {
    const { uploadURL } = await ticket();
    await put(uploadURL);
    for (const url of [uploadURL.replace('//', '//x.'), 'http://169.254.169.254/latest/'])
      expect([url, (await finalise(url)).status]).toEqual([url, 400]);
    const other = t.signInAs('admin', 'ada').cookie;
    expect(await refusal(finalise(uploadURL, other))).toMatchObject(MISSING);
    deletePendingUploads(t.db, t.user.id);
    expect(await refusal(finalise(uploadURL))).toMatchObject(MISSING);
    expect(t.rows(jobs)).toEqual([]);
    if (place === 'in a bucket') expect(server.calls).toEqual([]);
  });

  it.each([
    [{ code: 'unsupported_type' } as const, 415, 'unsupported_type'],
    [{ code: 'unreadable_file' } as const, 422, 'unreadable_file'],
    // The worker crashed: the response must not say how.
    [null, 422, 'unreadable_file'],
  ])('that the worker refuses with %j leaves nothing', async (refuse, status, code) => {
    work(() => ({ refuse, text: 'SIGKILL at /srv/secret' }));
    const { uploadURL } = await ticket();
    await put(uploadURL);
    const refused = await refusal(finalise(uploadURL));
    expect(refused).toMatchObject({ status, code });
    if (refuse === null) expect(JSON.stringify(refused)).not.toContain('secret');
    expect([left(), t.rows(uploads)]).toEqual([[], []]);
    expect(await refusal(finalise(uploadURL))).toMatchObject(MISSING);
  });
});

it.each<[string, (cookie: string) => Promise<Response>]>([
  ['signed out', () => t.send('POST', '/api/auth/logout')],
  [
    'was deactivated',
    (admin) => t.send('PATCH', `/api/admin/users/${t.user.id}`, { status: 'inactive' }, admin),
  ],
  [
    'became a viewer',
    (admin) => t.send('PATCH', `/api/admin/users/${t.user.id}`, { role: 'viewer' }, admin),
  ],
  ['was deleted', (admin) => t.send('DELETE', `/api/admin/users/${t.user.id}`, undefined, admin)],
  [
    'has to set up a second factor first',
    (admin) => t.send('PATCH', '/api/settings', { enforce2FA: true }, admin),
  ],
])('is not finalised for a user who %s while it was inspected (T5)', async (_, end) => {
  const { uploadURL } = await ticket();
  await putOnDisk(uploadURL);
  const { user: admin, cookie } = t.signInAs('admin', 'anna');
  t.db.update(users).set({ twoFactorAt: 1 }).where(eq(users.id, admin.id)).run();
  let ended: Promise<Response> | undefined;
  work(() => {
    ended = end(cookie);
    return photoAnswer(addFile(t.db).imageUrl);
  });
  const answer = await finalise(uploadURL);
  expect((await ended)?.ok).toBe(true);
  expect([401, 403]).toContain(answer.status);
  expect(t.rows(uploads).filter(({ state }) => state === 'finalised')).toEqual([]);
  expect(t.audits('action')).not.toContainEqual(['upload']);
});

it('answers "busy" after a while, keeps the upload, and later returns its result', async () => {
  await t.reopen({ limits: { finaliseMs: 30 } });
  const { uploadURL } = await ticket();
  await putOnDisk(uploadURL);
  const response = await finalise(uploadURL);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await refusal(response)).toMatchObject({ status: 503, code: 'media_busy' });
  const { imageUrl } = addFile(t.db);
  const done = work(() => photoAnswer(imageUrl));
  expect((await answerOf(uploadURL)).objectPath).toBe(imageUrl);
  expect(done).toHaveLength(1);
});

it('never fetches a URL, whatever it looks like (T20)', async () => {
  let connections = 0;
  const canary = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((ready) => canary.listen(0, '127.0.0.1', ready));
  const address = canary.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { uploadURL } = await ticket();
  await putOnDisk(uploadURL);
  const path = new URL(uploadURL).pathname;
  for (const url of [
    `http://127.0.0.1:${port}${path}`,
    `http://2130706433:${port}${path}`,
    `http://[::ffff:127.0.0.1]:${port}${path}`,
    `http://localhost:${port}${path}`,
    `//127.0.0.1:${port}${path}`,
    `\\\\127.0.0.1:${port}${path}`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    `gopher://127.0.0.1:${port}/_x`,
    `${ORIGIN}@127.0.0.1:${port}${path}`,
    `http://user@localhost:4321${path}`,
    `http://localhost:4321.evil.example${path}`,
    `http://localhost%3A4321${path}`,
    `https://localhost:4321${path}`,
    `${ORIGIN}/api/auth/me`,
    `${ORIGIN}${path}/../../../admin`,
    `${ORIGIN}/redirect?to=http://127.0.0.1:${port}`,
    `${ORIGIN}/api/uploads/${'0'.repeat(32)}`,
    'javascript:alert(1)',
    '',
  ]) {
    const response = await finalise(url);
    expect([url, response.status]).toEqual([url, 400]);
  }
  expect([connections, t.rows(jobs)]).toEqual([0, []]);
  await new Promise((done) => canary.close(done));
});

describe('a bucket', () => {
  beforeEach(openBucket);
  afterEach(() => server.close());

  it('is where the browser sends its file; one without bytes or with one too many is deleted (T21)', async () => {
    const done = work();
    const { uploadURL } = await ticket();
    const { endpoint } = server.settings;
    expect(new URL(uploadURL).origin).toBe(endpoint);
    const policy = (await t.request('/admin')).headers.get('content-security-policy');
    expect(policy).toContain(`connect-src 'self' ${endpoint};`);
    putInBucket(uploadURL, 0);
    const empty = { status: 422, code: 'file_empty' };
    expect(await refusal(finalise(uploadURL))).toMatchObject(empty);
    putInBucket(uploadURL, MAX_FILE_BYTES + 1);
    const large = { status: 413, code: 'file_too_large' };
    expect(await refusal(finalise(uploadURL))).toMatchObject(large);
    expect([[...stored], done]).toEqual([[], []]);
    putInBucket(uploadURL, MAX_FILE_BYTES);
    expect((await finalise(uploadURL)).status).toBe(200);
  });

  it('takes no file itself: its own upload URLs are refused', async () => {
    const { objectPath } = await ticket();
    const path = `/api${objectPath}`;
    for (const query of ['', `?expires=9999999999&max=5&user=x&signature=${'0'.repeat(64)}`]) {
      const answer = t.request(path + query, { method: 'PUT', body: 'x' });
      expect(await refusal(answer)).toMatchObject({ status: 403, code: 'ticket_invalid' });
    }
  });

  it('that does not answer, or has no room beside it, keeps the upload until it can be read (F7)', async () => {
    work();
    const { uploadURL } = await ticket();
    putInBucket(uploadURL);
    isDown = true;
    const response = await finalise(uploadURL);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await refusal(response)).toMatchObject({ status: 503, code: 'storage_failed' });
    isDown = false;
    t.deps.limits.freeBytes = async () => 1000;
    const full = { status: 507, code: 'disk_full' };
    expect(await refusal(finalise(uploadURL))).toMatchObject(full);
    t.deps.limits.freeBytes = async () => 2 ** 50;
    expect((await finalise(uploadURL)).status).toBe(200);
  });

  it.each([
    ['could not reach the storage', 'storage_failed', 503],
    ['had no room for the file', 'disk_full', 507],
  ] as const)('is read again when the worker %s', async (_what, code, status) => {
    const { imageUrl } = addFile(t.db);
    const done = work(({ id }) =>
      id === 1 ? { refuse: { code }, text: 'x' } : photoAnswer(imageUrl),
    );
    const { uploadURL } = await ticket();
    putInBucket(uploadURL);
    expect(await refusal(finalise(uploadURL))).toMatchObject({ status, code });
    expect(t.rows(uploads)).toMatchObject([{ state: 'received' }]);
    expect([...stored]).toHaveLength(1);
    expect((await answerOf(uploadURL)).objectPath).toBe(imageUrl);
    expect(done).toHaveLength(2);
  });

  it('never reveals its key', async () => {
    const { uploadURL } = await ticket();
    isDown = true;
    const said = [uploadURL];
    for (const url of [uploadURL, `${uploadURL}x`]) {
      const answer = await finalise(url);
      said.push(await answer.text(), ...answer.headers.values());
    }
    const told = [...said, ...t.logged].join('\n');
    expect(told).toContain('storage_failed');
    expect(told).not.toContain(server.settings.secretAccessKey);
    expect(told).not.toContain(encodeURIComponent(server.settings.secretAccessKey));
    expect(t.logged.join('\n')).not.toMatch(/X-Amz-Signature/);
  });
});
