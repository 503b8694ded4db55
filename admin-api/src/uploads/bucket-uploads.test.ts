import { errorBody } from '@veldlicht/contract/error';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import { finaliseAnswer, uploadTicket } from '@veldlicht/contract/upload';
import { auditLog, jobs, uploads } from '@veldlicht/database/schema';
import { defaultPatience } from '@veldlicht/database/storage/bucket-call';
import { type BucketDouble, startBucketDouble } from '@veldlicht/database/testing/bucket-double';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, ORIGIN, type TestApp } from '#testing/test-app.ts';
import { addFile } from '#testing/test-content.ts';
import { addAdminApp } from '#testing/test-release.ts';
import { photoAnswer, startTestWorker } from '#testing/test-worker.ts';
import { deletePendingUploads } from './uploads.repository.ts';

let double: BucketDouble;
let t: TestApp;
let cookie: string;
let worker: ReturnType<typeof startTestWorker> | undefined;

beforeEach(async () => {
  double = await startBucketDouble(() => t.deps.now());
  const bucket = { patience: { ...defaultPatience, waitsMs: [1] } };
  t = await createTestApp({ environment: double.variables, bucket });
  cookie = t.signInAs('editor', 'eva').cookie;
});
afterEach(async () => {
  worker?.stop();
  worker = undefined;
  t.remove();
  await double.close();
});

async function ticket() {
  const asked = t.request('/api/objects/upload', { method: 'POST', cookie });
  return await readAnswer(uploadTicket, asked);
}
const keyIn = (url: string) => new URL(url, ORIGIN).pathname.split('/').at(-1) ?? '';
async function put(url: string, body = 'picture', type = 'image/jpeg') {
  const answer = await fetch(url, { method: 'PUT', body, headers: { 'content-type': type } });
  await answer.text();
  return answer.status;
}
const finalise = (mediaURL: string, as = cookie) =>
  t.request('/api/media-objects', { method: 'PUT', json: { mediaURL }, cookie: as });
async function refusalOf(answer: Promise<Response>) {
  const response = await answer;
  return [response.status, (await readAnswer(errorBody, response)).code];
}
const down = () => {
  double.fault = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
};
const states = () => t.db.select().from(uploads).all();

it('sends the browser to the bucket, and has the worker read what it put there', async () => {
  worker = startTestWorker(t);
  const { uploadURL, objectPath } = await ticket();
  expect(new URL(uploadURL).origin).toBe(double.variables.S3_ENDPOINT);
  expect(objectPath).toBe(`/uploads/${keyIn(uploadURL)}`);
  expect(await put(uploadURL)).toBe(200);
  const answer = await readAnswer(finaliseAnswer, finalise(uploadURL));
  expect(answer).toMatchObject({ type: 'photo', width: 6000 });
  expect(worker.jobs).toMatchObject([{ kind: 'inspect', subject: keyIn(uploadURL), priority: 10 }]);
  expect(states()).toMatchObject([{ state: 'finalised' }]);
  expect(t.db.select().from(auditLog).all()).toMatchObject([{ actor: 'eva', action: 'upload' }]);
});

it('takes the path of the upload as well as its address', async () => {
  worker = startTestWorker(t);
  const { uploadURL, objectPath } = await ticket();
  await put(uploadURL);
  expect((await finalise(objectPath)).status).toBe(200);
});

it('says that an upload is missing until it is there', async () => {
  worker = startTestWorker(t);
  const { uploadURL } = await ticket();
  expect(await refusalOf(finalise(uploadURL))).toEqual([400, 'upload_missing']);
  expect(await put(uploadURL)).toBe(200);
  expect((await finalise(uploadURL)).status).toBe(200);
});

it('deletes a file that has no bytes or one too many, and takes one of the largest size (T21)', async () => {
  worker = startTestWorker(t);
  const { uploadURL } = await ticket();
  const name = `incoming/${keyIn(uploadURL)}`;
  await double.place(name, 0);
  expect(await refusalOf(finalise(uploadURL))).toEqual([422, 'file_empty']);
  await double.place(name, MAX_FILE_BYTES + 1);
  expect(await refusalOf(finalise(uploadURL))).toEqual([413, 'file_too_large']);
  expect(double.names()).toEqual([]);
  expect(worker.jobs).toEqual([]);
  await double.place(name, MAX_FILE_BYTES);
  expect((await finalise(uploadURL)).status).toBe(200);
});

it('does not finalise the upload of another user, nor ask the bucket for it (T21)', async () => {
  const { uploadURL } = await ticket();
  await put(uploadURL);
  double.calls.length = 0;
  const other = t.signInAs('admin', 'ada').cookie;
  expect(await refusalOf(finalise(uploadURL, other))).toEqual([400, 'upload_missing']);
  expect(double.calls).toEqual([]);
  expect(t.db.select().from(jobs).all()).toEqual([]);
});

it('takes nothing from a user who was shut out meanwhile (T5, T21)', async () => {
  const { uploadURL } = await ticket();
  await put(uploadURL);
  deletePendingUploads(t.db, states()[0]?.userId ?? '');
  expect(await refusalOf(finalise(uploadURL))).toEqual([400, 'upload_missing']);
  expect(t.db.select().from(jobs).all()).toEqual([]);
});

it('answers a used address as before, whatever was put there since (T21)', async () => {
  worker = startTestWorker(t);
  const { uploadURL } = await ticket();
  await put(uploadURL);
  const first = await readAnswer(finaliseAnswer, finalise(uploadURL));
  expect(await put(uploadURL, 'something else')).toBe(200);
  double.calls.length = 0;
  expect(await readAnswer(finaliseAnswer, finalise(uploadURL))).toEqual(first);
  expect(worker.jobs).toHaveLength(1);
  expect(double.calls).toEqual([]);
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
    uploadURL.replace('/veldlicht-test/', '/other-bucket/'),
    `${origin}${pathname}/../../../secret${search}`,
    `${origin}${pathname}%2f..%2f..${search}`,
    `${origin}//veldlicht-test/incoming/${key}`,
    `${origin}/incoming/${key}`,
    `${origin}/veldlicht-test/incoming/${'0'.repeat(32)}`,
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
  expect(double.calls).toEqual([]);
  expect(double.refusals).toEqual([]);
  expect(t.db.select().from(jobs).all()).toEqual([]);
});

it('says that the storage does not answer, and takes the upload when it does', async () => {
  worker = startTestWorker(t);
  const { uploadURL } = await ticket();
  await put(uploadURL);
  down();
  const response = await finalise(uploadURL);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await refusalOf(Promise.resolve(response))).toEqual([503, 'storage_failed']);
  double.fault = null;
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
  await put(uploadURL);
  expect(await refusalOf(finalise(uploadURL))).toEqual([status, code]);
  expect(states()).toMatchObject([{ state: 'received' }]);
  expect(double.names()).toHaveLength(1);
  expect((await readAnswer(finaliseAnswer, finalise(uploadURL))).objectPath).toBe(imageUrl);
  expect(worker.jobs).toHaveLength(2);
});

it('leaves nothing of a file that the worker refused', async () => {
  worker = startTestWorker(t, () => ({ refuse: { code: 'unsupported_type' }, text: 'No' }));
  const { uploadURL } = await ticket();
  await put(uploadURL);
  expect(await refusalOf(finalise(uploadURL))).toEqual([415, 'unsupported_type']);
  expect(double.names()).toEqual([]);
  expect(states()).toEqual([]);
  await put(uploadURL);
  expect(await refusalOf(finalise(uploadURL))).toEqual([400, 'upload_missing']);
});

it('refuses before the worker fetches what the disk has no room for, and keeps it (F7)', async () => {
  worker = startTestWorker(t);
  const { uploadURL } = await ticket();
  await put(uploadURL);
  t.deps.limits.freeBytes = async () => 1000;
  expect(await refusalOf(finalise(uploadURL))).toEqual([507, 'disk_full']);
  t.deps.limits.freeBytes = async () => 2 ** 50;
  expect((await finalise(uploadURL)).status).toBe(200);
});

it('lets the admin send files to the bucket, and nothing else anywhere', async () => {
  addAdminApp(t.deps.adminDist);
  const policy = async (path: string) =>
    (await t.request(path)).headers.get('content-security-policy');
  const { S3_ENDPOINT } = double.variables;
  expect(await policy('/admin')).toContain(`connect-src 'self' ${S3_ENDPOINT};`);
  for (const path of ['/', '/api/categories'])
    expect(await policy(path)).not.toContain(S3_ENDPOINT);
});

it('tells its key to nobody', async () => {
  const answers: string[] = [];
  const say = async (answer: Response | Promise<Response>) => {
    const response = await answer;
    answers.push(await response.text(), ...response.headers.values());
  };
  const { uploadURL } = await ticket();
  await say(finalise(uploadURL));
  down();
  await say(finalise(uploadURL));
  await say(finalise(`${uploadURL}x`));
  await say(t.request('/api/health'));
  const told = [...answers, ...t.logged, uploadURL].join('\n');
  expect(told).toContain('storage_failed');
  expect(told).not.toContain(double.credentials.secretAccessKey);
  expect(told).not.toContain(encodeURIComponent(double.credentials.secretAccessKey));
  expect(t.logged.join('\n')).not.toMatch(/X-Amz-Signature/);
});
