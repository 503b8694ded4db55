import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { errorBody } from '@veldlicht/contract/error';
import { finaliseAnswer, uploadTicket } from '@veldlicht/contract/upload';
import { auditLog, jobs, uploads } from '@veldlicht/database/schema';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, ORIGIN, type TestApp } from '#testing/test-app.ts';
import { addFile } from '#testing/test-content.ts';
import { photoAnswer, startTestWorker } from '#testing/test-worker.ts';

let t: TestApp;
let cookie: string;
const workers: { stop: () => void }[] = [];
function worker(
  ...rest: Parameters<typeof startTestWorker> extends [unknown, ...infer R] ? R : never
) {
  const started = startTestWorker(t, ...rest);
  workers.push(started);
  return started;
}

beforeEach(async () => {
  t = await createTestApp();
  cookie = t.signInAs('editor', 'eva').cookie;
});
afterEach(() => {
  for (const one of workers.splice(0)) one.stop();
  t.remove();
});

async function upload(): Promise<{ uploadURL: string; objectPath: string }> {
  const asked = await t.request('/api/objects/upload', { method: 'POST', cookie });
  const ticket = await readAnswer(uploadTicket, asked);
  const path = ticket.uploadURL.replace(ORIGIN, '');
  expect((await t.request(path, { method: 'PUT', body: 'picture' })).status).toBe(200);
  return ticket;
}
const finalise = (mediaURL: string, as = cookie) =>
  t.request('/api/media-objects', { method: 'PUT', json: { mediaURL }, cookie: as });
const refusalOf = async (answer: Promise<Response>) => {
  const response = await answer;
  const { code, error } = await readAnswer(errorBody, response);
  return { status: response.status, code, error };
};

it('has the worker read the file before all else, and answers what it is', async () => {
  const { jobs: done } = worker();
  const { uploadURL } = await upload();
  const answer = await readAnswer(finaliseAnswer, finalise(uploadURL));
  expect(answer).toMatchObject({ type: 'photo', width: 6000 });
  expect(answer.objectPath).toMatch(/^\/media\/[0-9a-f]{32}\/960\.jpg$/);
  expect(done).toMatchObject([{ kind: 'inspect', priority: 10 }]);
  expect(uploadURL).toContain(done[0]?.subject);
  expect(t.db.select().from(auditLog).all()).toMatchObject([{ actor: 'eva', action: 'upload' }]);
});

it('takes the path of the upload as well as its address', async () => {
  worker();
  const { objectPath } = await upload();
  expect((await finalise(objectPath)).status).toBe(200);
});

it('answers the same when it is asked again, without reading the file again', async () => {
  const { jobs: done } = worker();
  const { uploadURL } = await upload();
  const first = await readAnswer(finaliseAnswer, finalise(uploadURL));
  const again = await Promise.all(
    [1, 2, 3].map(() => readAnswer(finaliseAnswer, finalise(uploadURL))),
  );
  for (const answer of again) expect(answer).toEqual(first);
  expect(done).toHaveLength(1);
  t.db.delete(jobs).run();
  expect(await readAnswer(finaliseAnswer, finalise(uploadURL))).toEqual(first);
});

it('reads once when two ask at the same time', async () => {
  const { jobs: done } = worker();
  const { uploadURL } = await upload();
  const answers = await Promise.all(
    [1, 2].map(() => readAnswer(finaliseAnswer, finalise(uploadURL))),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(done).toHaveLength(1);
});

it.each([
  ['unsupported_type', 415, 'We accept JPEG and others'],
  ['unreadable_file', 422, 'The picture is cut off'],
] as const)(
  'passes on the refusal %s of the worker, and forgets the upload',
  async (code, status, text) => {
    worker(() => ({ refuse: { code }, text }));
    const { uploadURL } = await upload();
    expect(await refusalOf(finalise(uploadURL))).toEqual({ status, code, error: text });
    expect(readdirSync(t.folder.incoming)).toEqual([]);
    expect(t.db.select().from(uploads).all()).toEqual([]);
    expect(await refusalOf(finalise(uploadURL))).toMatchObject({
      status: 400,
      code: 'upload_missing',
    });
  },
);

it('says that the file is unreadable when the worker broke on it, and not how', async () => {
  worker(() => ({ refuse: null, text: 'SIGKILL at /srv/secret' }));
  const { uploadURL } = await upload();
  expect(await refusalOf(finalise(uploadURL))).toEqual({
    status: 422,
    code: 'unreadable_file',
    error: 'The file could not be read',
  });
});

it('says that the worker is busy after a while, keeps the upload, and later takes its result', async () => {
  t.remove();
  t = await createTestApp({ limits: { finaliseMs: 30 } });
  cookie = t.signInAs('editor', 'eva').cookie;
  const { uploadURL } = await upload();
  const response = await finalise(uploadURL);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await refusalOf(Promise.resolve(response))).toMatchObject({
    status: 503,
    code: 'media_busy',
  });
  expect(readdirSync(t.folder.incoming)).toHaveLength(1);
  const { imageUrl } = addFile(t.db);
  const { jobs: done } = worker(() => photoAnswer(imageUrl));
  expect(done).toHaveLength(1);
  const answer = await readAnswer(finaliseAnswer, finalise(uploadURL));
  expect(answer.objectPath).toBe(imageUrl);
  expect(done).toHaveLength(1);
});

it('does not finalise an upload of another user, or one that never came in', async () => {
  worker();
  const { uploadURL } = await upload();
  const other = t.signInAs('admin', 'ada').cookie;
  expect(await refusalOf(finalise(uploadURL, other))).toMatchObject({
    status: 400,
    code: 'upload_missing',
  });
  const asked = await t.request('/api/objects/upload', { method: 'POST', cookie });
  const empty = await readAnswer(uploadTicket, asked);
  expect(await refusalOf(finalise(empty.uploadURL))).toMatchObject({
    status: 400,
    code: 'upload_missing',
  });
});

it('never calls an address, whatever it looks like (T20)', async () => {
  let connections = 0;
  const canary = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((ready) => canary.listen(0, '127.0.0.1', ready));
  const address = canary.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { uploadURL } = await upload();
  const key = new URL(uploadURL).pathname.split('/').at(-1);
  const path = `/api/uploads/${key}`;
  const urls = [
    `http://127.0.0.1:${port}${path}`,
    `http://2130706433:${port}${path}`,
    `http://0x7f000001:${port}${path}`,
    `http://0177.0.0.1:${port}${path}`,
    `http://127.1:${port}${path}`,
    `http://[::1]:${port}${path}`,
    `http://[::ffff:127.0.0.1]:${port}${path}`,
    `http://localhost:${port}${path}`,
    `//127.0.0.1:${port}${path}`,
    `\\\\127.0.0.1:${port}${path}`,
    `http:\\\\127.0.0.1:${port}${path}`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    `gopher://127.0.0.1:${port}/_x`,
    `${ORIGIN}@127.0.0.1:${port}${path}`,
    `http://user@localhost:4321${path}`,
    `http://localhost:4321.evil.example${path}`,
    `https://localhost:4321${path}`,
    `${ORIGIN}/api/auth/me`,
    `${ORIGIN}${path}/../../../admin`,
    `${ORIGIN}/redirect?to=http://127.0.0.1:${port}`,
    `${ORIGIN}/api/uploads/..%2f..%2fveldlicht.db`,
    `${ORIGIN}/api/uploads/${'0'.repeat(32)}`,
    `data:image/jpeg;base64,AAAA`,
    'javascript:alert(1)',
    ' ',
    '',
  ];
  for (const url of urls) {
    const response = await finalise(url);
    expect([url, response.status]).toEqual([url, 400]);
  }
  expect(connections).toBe(0);
  expect(t.db.select().from(jobs).all()).toEqual([]);
  await new Promise((done) => canary.close(done));
});
