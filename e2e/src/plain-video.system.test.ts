/** A video on a server without ffmpeg: the panel draws its still, and it plays (decision 019). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { choose, startJourney } from './journey.ts';
import { waitFor } from './product.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-plain-video-'));
const file = path.join(folder, 'branding.mp4');
const journey = startJourney({ variables: { PATH: pathWithoutFfmpeg() } });
let page: Page;

/** Two seconds of one colour, with sound. */
function makeVideo(): void {
  const picture = ['-f', 'lavfi', '-i', 'color=c=0xc83c28:size=320x180:rate=10'];
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const args = ['-nostdin', '-v', 'error', ...picture, ...sound, '-t', '2', ...codecs];
  execFileSync('ffmpeg', [...args, file]);
}

/** A folder of programs that knows node, which start may compile with, and nothing else. */
function pathWithoutFfmpeg(): string {
  const programs = path.join(folder, 'programs');
  mkdirSync(programs);
  symlinkSync(process.execPath, path.join(programs, 'node'));
  return programs;
}

beforeAll(makeVideo);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is taken, is a video, and becomes an item', async () => {
  page = await journey.panel('/admin/media?add');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('File uploaded successfully').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Add media item' });
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
