import { errorBody } from '@veldlicht/contract/error';
import { finaliseAnswer, uploadTicket } from '@veldlicht/contract/upload';
import { enqueueJob, getJob } from '@veldlicht/database/jobs';
import { files } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, ORIGIN, type TestApp } from '#testing/test-app.ts';
import { addFile } from '#testing/test-content.ts';
import { photoAnswer, startTestWorker } from '#testing/test-worker.ts';

let t: TestApp;
let cookie: string;
let worker: { stop: () => void };
let film: { hash: string; imageUrl: string };
let job: number;
const waitsUntil = 9e12;
const shape = { width: 1920, height: 1080 };

/** The worker stands on a server without ffmpeg: what it reads is a film without stills. */
beforeEach(async () => {
  t = await createTestApp();
  cookie = t.signInAs('editor', 'eva').cookie;
  film = addFile(t.db, { type: 'video', processing: 'working', renditions: [], ...shape });
  job = enqueueJob(t.db, { kind: 'renditions', subject: film.hash, now: 1, runAt: waitsUntil });
  const answer = { ...photoAnswer(film.imageUrl), type: 'video', ...shape } as const;
  worker = startTestWorker(t, () => ({ ...answer, wantsPoster: true }));
});
afterEach(() => {
  worker.stop();
  t.remove();
});

async function upload(): Promise<string> {
  const asked = await t.request('/api/objects/upload', { method: 'POST', cookie });
  const { uploadURL } = await readAnswer(uploadTicket, asked);
  await t.request(uploadURL.replace(ORIGIN, ''), { method: 'PUT', body: 'film' });
  return uploadURL;
}
const finalise = (mediaURL: string, poster?: string | null, as = cookie) =>
  t.request('/api/media-objects', { method: 'PUT', json: { mediaURL, poster }, cookie: as });
const filmRow = () => t.db.select().from(files).where(eq(files.hash, film.hash)).get();
const runAt = () => getJob(t.db, job)?.runAt;

it('is asked for until it is there, then processing goes on', async () => {
  const still = addFile(t.db, { width: 960, height: 540 });
  const url = await upload();
  for (let i = 0; i < 2; i++)
    expect(await readAnswer(finaliseAnswer, finalise(url))).toMatchObject({ wantsPoster: true });
  expect(runAt()).toBe(waitsUntil);
  const settled = await readAnswer(finaliseAnswer, finalise(url, still.imageUrl));
  expect(settled).toMatchObject({ objectPath: film.imageUrl, type: 'video' });
  expect(settled).not.toHaveProperty('wantsPoster');
  expect(filmRow()?.posterHash).toBe(still.hash);
  expect(runAt()).toBeLessThan(waitsUntil);
  expect(await readAnswer(finaliseAnswer, finalise(url))).not.toHaveProperty('wantsPoster');
});

it('need not come: null lets processing go on at once', async () => {
  const url = await upload();
  expect(await readAnswer(finaliseAnswer, finalise(url, null))).not.toHaveProperty('wantsPoster');
  expect(filmRow()?.posterHash).toBeNull();
  expect(runAt()).toBeLessThan(waitsUntil);
});

it.each([
  ['no photo', () => film.imageUrl],
  ['nothing we have', () => `/media/${'0'.repeat(32)}/960.jpg`],
  ['an address elsewhere', () => 'https://example.org/still.jpg'],
  ['a photo of another shape', () => addFile(t.db, { width: 1080, height: 1080 }).imageUrl],
])('is refused when it is %s, and the film goes on waiting', async (_what, poster) => {
  const url = await upload();
  const answer = await finalise(url, poster());
  expect(answer.status).toBe(400);
  expect((await readAnswer(errorBody, answer)).fields).toHaveProperty('poster');
  expect(filmRow()?.posterHash).toBeNull();
  expect(runAt()).toBe(waitsUntil);
});

it('changes nothing once a film has stills: what is published stays as it is', async () => {
  const url = await upload();
  await finalise(url, null);
  const still = { format: 'jpg', name: '960.jpg', width: 960, height: 540, bytes: 1 } as const;
  t.db
    .update(files)
    .set({ renditions: [still] })
    .where(eq(files.hash, film.hash))
    .run();
  expect((await finalise(url, addFile(t.db, shape).imageUrl)).status).toBe(200);
  expect(filmRow()?.posterHash).toBeNull();
});

it("is not for viewers, nor for another editor's upload", async () => {
  const url = await upload();
  const still = addFile(t.db, shape).imageUrl;
  expect((await finalise(url, still, t.signInAs('viewer', 'vera').cookie)).status).toBe(403);
  expect((await finalise(url, still, t.signInAs('editor', 'emil').cookie)).status).toBe(400);
  expect(filmRow()?.posterHash).toBeNull();
});
