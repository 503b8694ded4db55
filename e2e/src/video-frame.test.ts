/** The still that the panel draws of a video: a real browser, and a video that it records itself. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closePages, sharedBrowser } from './browser.ts';

/** Runs in the page: a still of a video of one colour, or of bytes that are none; its size and middle. */
const IN_PAGE = `
  async function record() {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const pen = canvas.getContext('2d');
    // The first frame has its colour too, however late a busy browser paints the next one.
    pen.fillStyle = '#c83c28';
    pen.fillRect(0, 0, 320, 180);
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' });
    const parts = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    recorder.start(200);
    // A busy browser encodes late: until there are three pieces.
    for (let i = 0; i < 20 || parts.filter(({ size }) => size > 0).length < 3; i++) {
      pen.fillStyle = i % 2 ? '#c83c28' : '#c83d28';
      pen.fillRect(0, 0, 320, 180);
      await new Promise((next) => setTimeout(next, 30));
    }
    const ended = new Promise((end) => recorder.addEventListener('stop', end));
    recorder.stop();
    await ended;
    return parts;
  }
  async function stillOf(what) {
    const bytes = what === 'video' ? await record() : ['no video at all'];
    const file = new File(bytes, 'vos.webm', { type: 'video/webm' });
    const stop = what === 'stopped' ? AbortSignal.abort() : new AbortController().signal;
    const still = await frameOfVideo(file, stop).catch((error) => error.name);
    if (still === null || typeof still === 'string') return still;
    const picture = await createImageBitmap(still);
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    pen.drawImage(picture, 0, 0);
    const middle = [...pen.getImageData(160, 90, 1, 1).data.subarray(0, 3)];
    return { type: still.type, name: still.name, width: picture.width, height: picture.height, middle };
  }
`;

const stillOf = (kind: 'video' | 'noise' | 'stopped') =>
  page.evaluate<{ middle: number[] } | string | null>(`stillOf('${kind}')`);

const source = path.join(
  import.meta.dirname,
  '../../admin-ui/src/features/media/upload/video-frame.ts',
);
let page: Page;
beforeAll(async () => {
  const browser = await sharedBrowser();
  page = await browser.newPage();
  await page.setContent('<title>videos</title>');
  const script = stripTypeScriptTypes(readFileSync(source, 'utf8')).replaceAll('export ', '');
  await page.addScriptTag({ content: script + IN_PAGE });
});
afterAll(closePages);

it('is a JPEG in the size and the colours of the video', async () => {
  const still = await stillOf('video');
  const facts = { type: 'image/jpeg', name: 'vos.webm.jpg', width: 320, height: 180 };
  expect(still).toMatchObject(facts);
  if (!still || typeof still === 'string') throw new Error('no still');
  [200, 60, 40].forEach((part, i) => {
    expect(Math.abs((still.middle[i] ?? 0) - part), `${still.middle}`).toBeLessThan(25);
  });
});

it('is nothing for a file that the browser does not play', async () => {
  expect(await stillOf('noise')).toBeNull();
});

it('ends when the upload is stopped', async () => {
  expect(await stillOf('stopped')).toBe('AbortError');
});
