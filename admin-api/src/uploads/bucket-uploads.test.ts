import { errorBody } from '@veldlicht/contract/error';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import { finaliseAnswer, uploadTicket } from '@veldlicht/contract/upload';
import { auditLog, jobs, uploads } from '@veldlicht/database/schema';
import { defaultPatience } from '@veldlicht/database/storage/bucket-client';
import { type AnswerServer, startAnswerServer } from '@veldlicht/database/testing/answer-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, ORIGIN, type TestApp } from '#testing/test-app.ts';
import { addFile } from '#testing/test-content.ts';
import { addAdminApp } from '#testing/test-release.ts';
import { photoAnswer, startTestWorker } from '#testing/test-worker.ts';
import { deletePendingUploads } from './uploads.repository.ts';

let server: AnswerServer;
/** Bytes of what the bucket holds, by its name there. */
let stored: Map<string, number>;
let isDown: boolean;
let t: TestApp;
let cookie: string;
let worker: ReturnType<typeof startTestWorker> | undefined;

beforeEach(async () => {
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
  t = await createTestApp({
    environment,
    bucket: { patience: { ...defaultPatience, waitsMs: [1] } },
  });
  cookie = t.signInAs('editor', 'eva').cookie;
});
afterEach(async () => {
  worker?.stop();
  worker = undefined;
  t.remove();
  await server.close();
});

async function ticket() {
  const asked = t.request('/api/objects/upload', { method: 'POST', cookie });
  return await readAnswer(uploadTicket, asked);
}
const keyIn = (url: string) => new URL(url, ORIGIN).pathname.split('/').at(-1) ?? '';
/** As a browser leaves it there. */
const put = (url: string, bytes = 7) => stored.set(`incoming/${keyIn(url)}`, bytes);
const finalise = (mediaURL: string, as = cookie) =>
  t.request('/api/media-objects', { method: 'PUT', json: { mediaURL }, cookie: as });
async function refusalOf(answer: Promise<Response>) {
  const response = await answer;
  return [response.status, (await readAnswer(errorBody, response)).code];
}
const states = () => t.db.select().from(uploads).all();

it('sends the browser to the bucket, and has the worker read what it put there', async () => {
  worker = startTestWorker(t);
  const { uploadURL, objectPath } = await ticket();
  expect(new URL(uploadURL).origin).toBe(server.settings.endpoint);
  expect(objectPath).toBe(`/uploads/${keyIn(uploadURL)}`);
  put(uploadURL);
  const answer = await readAnswer(finaliseAnswer, finalise(uploadURL));
  expect(answer).toMatchObject({ type: 'photo', width: 6000 });
  expect(worker.jobs).toMatchObject([{ kind: 'inspect', subject: keyIn(uploadURL), priority: 10 }]);
  expect(states()).toMatchObject([{ state: 'finalised' }]);
  expect(t.db.select().from(auditLog).all()).toMatchObject([{ actor: 'eva', action: 'upload' }]);
});

it('says that an upload is missing until it is there', async () => {
  worker = startTestWorker(t);
  const { uploadURL } = await ticket();
  expect(await refusalOf(finalise(uploadURL))).toEqual([400, 'upload_missing']);
  put(uploadURL);
  expect((await finalise(uploadURL)).status).toBe(200);
});

it('deletes a file that has no bytes or one too many, and takes one of the largest size (T21)', async () => {
  worker = startTestWorker(t);
  const { uploadURL } = await ticket();
  put(uploadURL, 0);
  expect(await refusalOf(finalise(uploadURL))).toEqual([422, 'file_empty']);
  put(uploadURL, MAX_FILE_BYTES + 1);
  expect(await refusalOf(finalise(uploadURL))).toEqual([413, 'file_too_large']);
  expect([...stored]).toEqual([]);
  expect(worker.jobs).toEqual([]);
  put(uploadURL, MAX_FILE_BYTES);
  expect((await finalise(uploadURL)).status).toBe(200);
});

it('does not finalise the upload of another user, nor ask the bucket for it (T21)', async () => {
  const { uploadURL } = await ticket();
  put(uploadURL);
  server.calls.length = 0;
  const other = t.signInAs('admin', 'ada').cookie;
  expect(await refusalOf(finalise(uploadURL, other))).toEqual([400, 'upload_missing']);
  expect(server.calls).toEqual([]);
  expect(t.db.select().from(jobs).all()).toEqual([]);
});

it('takes nothing from a user who was shut out meanwhile (T5, T21)', async () => {
  const { uploadURL } = await ticket();
  put(uploadURL);
  deletePendingUploads(t.db, states()[0]?.userId ?? '');
  expect(await refusalOf(finalise(uploadURL))).toEqual([400, 'upload_missing']);
  expect(t.db.select().from(jobs).all()).toEqual([]);
});

it('takes no file itself: its own upload addresses stay shut', async () => {
  const { objectPath } = await ticket();
  const path = `/api${objectPath}`;
  for (const query of ['', `?expires=9999999999&max=5&user=x&signature=${'0'.repeat(64)}`]) {
    const answer = t.request(path + query, { method: 'PUT', body: 'x' });
    expect(await refusalOf(answer)).toEqual([403, 'ticket_invalid']);
  }
});

it('never calls an address, whatever it looks like (T20)', async () => {
  const { uploadURL } = await ticket();
  const { origin, host, pathname, search } = new URL(uploadURL);
  const key = keyIn(uploadURL);
  const urls = [
    uploadURL.replace(host, '127.0.0.1:9'),
    uploadURL.replace('127.0.0.1', 'localhost'),
    uploadURL.replace('127.0.0.1', '2130706433.evil.example'),
    uploadURL.replace('http:', 'https:'),
    uploadURL.replace(host, `${host}@169.254.169.254`),
    uploadURL.replace('://', '://user:password@'),
    uploadURL.replace('/incoming/', '/originals/'),
    uploadURL.replace('/bucket/', '/other-bucket/'),
    `${origin}${pathname}/../../../secret${search}`,
    `${origin}${pathname}%2f..%2f..${search}`,
    `${origin}//bucket/incoming/${key}`,
    `${origin}/incoming/${key}`,
    `${origin}/bucket/incoming/${'0'.repeat(32)}`,
    `//${host}${pathname}`,
    `http://169.254.169.254${pathname}`,
    `${ORIGIN}${pathname}`,
    `file://${pathname}`,
    pathname,
    'gopher://127.0.0.1/_x',
  ];
  for (const url of urls) {
    const { status } = await finalise(url);
    expect([url, status]).toEqual([url, 400]);
  }
  expect(server.calls).toEqual([]);
  expect(t.db.select().from(jobs).all()).toEqual([]);
});

it('says that the storage does not answer, and takes the upload when it does', async () => {
  worker = startTestWorker(t);
  const { uploadURL } = await ticket();
  put(uploadURL);
  isDown = true;
  const response = await finalise(uploadURL);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await refusalOf(Promise.resolve(response))).toEqual([503, 'storage_failed']);
  isDown = false;
  expect((await finalise(uploadURL)).status).toBe(200);
});

it.each([
  ['could not reach the storage', 'storage_failed', 503],
  ['had no room for the file', 'disk_full', 507],
] as const)('asks the worker again when that %s', async (_what, code, status) => {
  const { imageUrl } = addFile(t.db);
  worker = startTestWorker(t, ({ id }) =>
    id === 1 ? { refuse: { code }, text: 'x' } : photoAnswer(imageUrl),
  );
  const { uploadURL } = await ticket();
  put(uploadURL);
  expect(await refusalOf(finalise(uploadURL))).toEqual([status, code]);
  expect(states()).toMatchObject([{ state: 'received' }]);
  expect([...stored]).toHaveLength(1);
  expect((await readAnswer(finaliseAnswer, finalise(uploadURL))).objectPath).toBe(imageUrl);
  expect(worker.jobs).toHaveLength(2);
});

it('leaves nothing of a file that the worker refused', async () => {
  worker = startTestWorker(t, () => ({ refuse: { code: 'unsupported_type' }, text: 'No' }));
  const { uploadURL } = await ticket();
  put(uploadURL);
  expect(await refusalOf(finalise(uploadURL))).toEqual([415, 'unsupported_type']);
  expect([...stored]).toEqual([]);
  expect(states()).toEqual([]);
  put(uploadURL);
  expect(await refusalOf(finalise(uploadURL))).toEqual([400, 'upload_missing']);
});

it('refuses before the worker fetches what the disk has no room for, and keeps it (F7)', async () => {
  worker = startTestWorker(t);
  const { uploadURL } = await ticket();
  put(uploadURL);
  t.deps.limits.freeBytes = async () => 1000;
  expect(await refusalOf(finalise(uploadURL))).toEqual([507, 'disk_full']);
  t.deps.limits.freeBytes = async () => 2 ** 50;
  expect((await finalise(uploadURL)).status).toBe(200);
});

it('lets the admin send files to the bucket, and nothing else anywhere', async () => {
  addAdminApp(t.deps.adminDist);
  const policy = async (path: string) =>
    (await t.request(path)).headers.get('content-security-policy');
  const { endpoint } = server.settings;
  expect(await policy('/admin')).toContain(`connect-src 'self' ${endpoint};`);
  for (const path of ['/', '/api/categories']) expect(await policy(path)).not.toContain(endpoint);
});

it('tells its key to nobody', async () => {
  const answers: string[] = [];
  const say = async (answer: Response | Promise<Response>) => {
    const response = await answer;
    answers.push(await response.text(), ...response.headers.values());
  };
  const { uploadURL } = await ticket();
  await say(finalise(uploadURL));
  isDown = true;
  await say(finalise(uploadURL));
  await say(finalise(`${uploadURL}x`));
  await say(t.request('/api/health'));
  const told = [...answers, ...t.logged, uploadURL].join('\n');
  expect(told).toContain('storage_failed');
  expect(told).not.toContain(server.settings.secretAccessKey);
  expect(told).not.toContain(encodeURIComponent(server.settings.secretAccessKey));
  expect(t.logged.join('\n')).not.toMatch(/X-Amz-Signature/);
});
