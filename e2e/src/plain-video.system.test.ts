/** A video on a server without ffmpeg: the panel draws its still, and its place stays at home (decision 019). */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { choose, startJourney } from './journey.ts';
import { waitFor } from './product.ts';
import { publishedFiles } from './published-bytes.ts';

/** Where it was filmed; none of it may leave the house. */
const PLACE = '+52.1312+005.8604/';
/** As numbers, the way a `loci` box holds longitude and latitude. */
const numbers = Buffer.alloc(8);
numbers.writeInt32BE(Math.round(5.8604 * 65536), 0);
numbers.writeInt32BE(Math.round(52.1312 * 65536), 4);
const marks = [PLACE, '52.1312', '\u00a9xyz'].map((text) => Buffer.from(text, 'latin1'));
marks.push(numbers);

const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-plain-video-'));
const file = path.join(folder, 'branding.mp4');
const journey = startJourney({ variables: { PATH: pathWithoutFfmpeg() } });
let page: Page;

/** Adds a position as telephones write it; ffmpeg's index stands last, and its words last in that. */
function addPosition(video: Buffer): Buffer {
  const text = Buffer.from(PLACE, 'latin1');
  const box = Buffer.alloc(12 + text.length);
  box.writeUInt32BE(box.length, 0);
  box.write('\u00a9xyz', 4, 'latin1');
  box.writeUInt16BE(text.length, 8);
  box.writeUInt16BE(0x15c7, 10);
  text.copy(box, 12);
  for (const name of ['moov', 'udta']) {
    const at = video.lastIndexOf(name, undefined, 'latin1') - 4;
    video.writeUInt32BE(video.readUInt32BE(at) + box.length, at);
  }
  return Buffer.concat([video, box]);
}

/** Two seconds of one colour, with sound, and with the place in both ways. */
function makeVideo(): void {
  const picture = ['-f', 'lavfi', '-i', 'color=c=0xc83c28:size=320x180:rate=10'];
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const args = ['-nostdin', '-v', 'error', ...picture, ...sound, '-t', '2', ...codecs];
  execFileSync('ffmpeg', [...args, '-metadata', `location=${PLACE}`, file]);
  writeFileSync(file, addPosition(readFileSync(file)));
}

/** A folder of programs that knows node, which start may compile with, and nothing else. */
function pathWithoutFfmpeg(): string {
  const programs = path.join(folder, 'programs');
  mkdirSync(programs);
  symlinkSync(process.execPath, path.join(programs, 'node'));
  return programs;
}

beforeAll(async () => {
  makeVideo();
  const bytes = readFileSync(file);
  expect(marks.map((mark) => bytes.includes(mark))).toEqual(marks.map(() => true));
  page = await journey.newPage();
  await journey.enter(page);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is taken, is a video, and becomes an item', async () => {
  await page.goto(`${journey.origin}/admin/media?add`);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('File uploaded successfully').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Add media item' });
  const location = dialog.getByLabel('Location', { exact: true });
  expect(await location.inputValue()).toBe('52.131200, 5.860400');
  expect(await dialog.getByLabel('Type').innerText()).toContain('Video');
  expect(await dialog.getByLabel('Title').inputValue()).toBe('branding');
  await choose(page, dialog.getByLabel('Category'), 'Landscape');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Media item created successfully').waitFor();
});

it('plays on the public site, behind the still that the panel drew', async () => {
  const address = await waitFor('the video to be live', async () => {
    const html = await journey.html('/mediabibliotheek');
    return /\/video\/branding-\d{4}/.exec(html)?.[0];
  });
  await page.goto(journey.origin + address);
  await waitFor('the video to play', () =>
    page.evaluate<boolean>(`(() => {
      const video = document.querySelector('video');
      if (video && video.paused) video.muted = true, video.play().catch(() => {});
      return Boolean(video && video.currentTime > 0);
    })()`),
  );
  const made = readdirSync(path.join(journey.product.dataDir, 'public/media'));
  expect(made).toHaveLength(1);
  // The middle of the still: the video is red, a still that nobody drew is grey.
  const [red = 0, green = 0, blue = 0] = await page.evaluate<number[]>(`(async () => {
    const answer = await fetch('/media/${made[0]}/960.jpg');
    const picture = await createImageBitmap(await answer.blob());
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    pen.drawImage(picture, 0, 0);
    return [...pen.getImageData(picture.width >> 1, picture.height >> 1, 1, 1).data];
  })()`);
  expect(red - Math.max(green, blue), `${red} ${green} ${blue}`).toBeGreaterThan(80);
  // What only ffmpeg makes is not there.
  const names = readdirSync(path.join(journey.product.dataDir, 'public/media', made[0] ?? ''));
  expect(names).toContain('video.mp4');
  expect(names).not.toContain('preview.mp4');
});

it('has left its position at home', () => {
  const videos = [...publishedFiles(journey.product.dataDir)].filter(([name]) =>
    name.endsWith('video.mp4'),
  );
  expect(videos).toHaveLength(1);
  const leaks = [...publishedFiles(journey.product.dataDir)].filter(([, bytes]) =>
    marks.some((mark) => bytes.includes(mark)),
  );
  expect(leaks.map(([name]) => name)).toEqual([]);
});
