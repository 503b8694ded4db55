/** The worker reads an upload and says what it is (architecture §4; threats T20, T21). */
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { finaliseAnswer, uploadTicket } from '@veldlicht/contract/upload';
import { enqueueJob, getJob } from '@veldlicht/database/jobs';
import { auditLog, files, jobs, uploads } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { ORIGIN, useTestApp } from '#testing/test-app.ts';
import { addFile } from '#testing/test-content.ts';
import { photoAnswer, startTestWorker } from '#testing/test-worker.ts';

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

async function upload(): Promise<{ uploadURL: string; objectPath: string }> {
  const ticket = await readAnswer(uploadTicket, t.send('POST', '/api/objects/upload'));
  const url = ticket.uploadURL.replace(ORIGIN, '');
  expect((await t.request(url, { method: 'PUT', body: 'picture' })).status).toBe(200);
  return ticket;
}
const finalise = (mediaURL: string, poster?: string | null, as = t.cookie) =>
  t.send('PUT', '/api/media-objects', { mediaURL, poster }, as);
const answerOf = (mediaURL: string, poster?: string | null) =>
  readAnswer(finaliseAnswer, finalise(mediaURL, poster));
const MISSING = { status: 400, code: 'upload_missing' };

it('has the worker read the file before all else, and answers what it is', async () => {
  const done = work();
  const { uploadURL, objectPath } = await upload();
  const answer = await answerOf(uploadURL);
  expect(answer).toMatchObject({ type: 'photo', width: 6000 });
  expect(answer.objectPath).toMatch(/^\/media\/[0-9a-f]{32}\/960\.jpg$/);
  expect(done).toMatchObject([{ kind: 'inspect', priority: 10 }]);
  expect(uploadURL).toContain(done[0]?.subject);
  expect(t.rows(auditLog)).toMatchObject([{ actor: 'eva', action: 'upload' }]);
  // Asked again, also by the path of the upload, it answers the same without reading again.
  t.db.delete(jobs).run();
  const again = [uploadURL, uploadURL, objectPath].map((url) => answerOf(url));
  expect(await Promise.all(again)).toEqual([answer, answer, answer]);
  expect(done).toHaveLength(1);
});

it('reads once when two ask at the same time', async () => {
  const done = work();
  const { uploadURL } = await upload();
  const [one, other] = await Promise.all([answerOf(uploadURL), answerOf(uploadURL)]);
  expect(one).toEqual(other);
  expect(done).toHaveLength(1);
});

it.each([
  ['unsupported_type', 415],
  ['unreadable_file', 422],
] as const)(
  'passes on the refusal %s of the worker, and forgets the upload',
  async (code, status) => {
    work(() => ({ refuse: { code }, text: 'The worker says why' }));
    const { uploadURL } = await upload();
    expect(await refusal(finalise(uploadURL))).toMatchObject({ status, code });
    expect([readdirSync(t.folder.incoming), t.rows(uploads)]).toEqual([[], []]);
    expect(await refusal(finalise(uploadURL))).toMatchObject(MISSING);
  },
);

it('says that the file is unreadable when the worker broke on it, and not how', async () => {
  work(() => ({ refuse: null, text: 'SIGKILL at /srv/secret' }));
  const refused = await refusal(finalise((await upload()).uploadURL));
  expect(refused).toMatchObject({ status: 422, code: 'unreadable_file' });
  expect(JSON.stringify(refused)).not.toContain('secret');
});

it('says that the worker is busy after a while, keeps the upload, and later takes its result', async () => {
  await t.reopen({ limits: { finaliseMs: 30 } });
  const { uploadURL } = await upload();
  const response = await finalise(uploadURL);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await refusal(response)).toMatchObject({ status: 503, code: 'media_busy' });
  const { imageUrl } = addFile(t.db);
  const done = work(() => photoAnswer(imageUrl));
  expect((await answerOf(uploadURL)).objectPath).toBe(imageUrl);
  expect(done).toHaveLength(1);
});

it('does not finalise an upload of another user, or one that never came in', async () => {
  work();
  const { uploadURL } = await upload();
  const other = t.signInAs('admin', 'ada').cookie;
  expect(await refusal(finalise(uploadURL, undefined, other))).toMatchObject(MISSING);
  const empty = await readAnswer(uploadTicket, t.send('POST', '/api/objects/upload'));
  expect(await refusal(finalise(empty.uploadURL))).toMatchObject(MISSING);
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
  const path = new URL((await upload()).uploadURL).pathname;
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

describe('the poster of a video on a server without ffmpeg', () => {
  const waitsUntil = 9e12;
  const shape = { width: 1920, height: 1080 };
  let video: { hash: string; imageUrl: string };
  let job: number;
  beforeEach(() => {
    video = addFile(t.db, { type: 'video', processing: 'working', renditions: [], ...shape });
    job = enqueueJob(t.db, { kind: 'renditions', subject: video.hash, now: 1, runAt: waitsUntil });
    const answer = { ...photoAnswer(video.imageUrl), type: 'video', ...shape } as const;
    work(() => ({ ...answer, wantsPoster: true }));
  });
  const posterHash = () => t.rows(files).find(({ hash }) => hash === video.hash)?.posterHash;
  const runAt = () => getJob(t.db, job)?.runAt;

  it('is asked for until it is there, then processing goes on', async () => {
    const still = addFile(t.db, { width: 960, height: 540 });
    const { uploadURL } = await upload();
    for (let i = 0; i < 2; i++)
      expect(await answerOf(uploadURL)).toHaveProperty('wantsPoster', true);
    expect(runAt()).toBe(waitsUntil);
    expect(await answerOf(uploadURL, still.imageUrl)).not.toHaveProperty('wantsPoster');
    expect(posterHash()).toBe(still.hash);
    expect(runAt()).toBeLessThan(waitsUntil);
  });

  it('need not come (null), and changes nothing once the video has stills', async () => {
    const { uploadURL } = await upload();
    expect(await answerOf(uploadURL, null)).not.toHaveProperty('wantsPoster');
    expect(runAt()).toBeLessThan(waitsUntil);
    const still = { format: 'jpg', name: '960.jpg', width: 960, height: 540, bytes: 1 } as const;
    t.db
      .update(files)
      .set({ renditions: [still] })
      .where(eq(files.hash, video.hash))
      .run();
    expect((await finalise(uploadURL, addFile(t.db, shape).imageUrl)).status).toBe(200);
    expect(posterHash()).toBeNull();
  });

  it.each([
    ['no photo', () => video.imageUrl],
    ['nothing we have', () => `/media/${'0'.repeat(32)}/960.jpg`],
    ['an address elsewhere', () => 'https://example.org/still.jpg'],
    ['a photo of another shape', () => addFile(t.db, { width: 1080, height: 1080 }).imageUrl],
  ])('is refused when it is %s, and the video goes on waiting', async (_what, poster) => {
    const { uploadURL } = await upload();
    expect((await refusal(finalise(uploadURL, poster()))).fields).toHaveProperty('poster');
    expect([posterHash(), runAt()]).toEqual([null, waitsUntil]);
  });
});
