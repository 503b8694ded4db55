/** The video player for visitors: playing, controls, keys, and failures (spec §2, §4, §9). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { startJourney } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';

const SECONDS = 20;
const HIDE_MS = 1500;
const VIDEO = '**/media/*/video.mp4';

// Some files are missing on purpose.
const journey = startJourney({
  isExpected: (complaint) => /Failed to load resource|mount-player/.test(complaint),
});
let address: string;

function makeVideo(source: string, seconds: number): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-video-'));
  const file = path.join(folder, 'video.mp4');
  const picture = ['-f', 'lavfi', '-i', `testsrc2=${source}`];
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const args = ['-nostdin', '-v', 'error', ...picture, ...sound, '-t', String(seconds), ...codecs];
  execFileSync('ffmpeg', [...args, file]);
  const bytes = new Uint8Array(readFileSync(file));
  rmSync(folder, { recursive: true });
  return bytes;
}

async function addVideo(title: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { objectPath } = await journey.client.upload(bytes, 'video/mp4');
  await journey.client.addMedia({ title, category: 'landscape', imageUrl: objectPath });
  const link = new RegExp(`/video/${title.toLowerCase()}-\\d{4}`);
  return waitFor(
    'the video to be live',
    async () => link.exec(await journey.html('/mediabibliotheek'))?.[0],
  );
}

beforeAll(async () => {
  address = await addVideo('Branding', makeVideo('size=320x180:rate=25', SECONDS));
});
/** A shared page at rest, for tests that leave it unchanged. */
let still: Page;
afterEach(async () => {
  for (const context of journey.browser.contexts())
    if (context !== still?.context()) await context.close();
});

/** Blocks sound before a touch, since the browser's own rule counts actions of the test as one. */
const noSoundUnasked = `{
  let wasTouched = false;
  for (const event of ['pointerdown', 'keydown'])
    addEventListener(event, () => { wasTouched = true; }, true);
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    if (this.muted || wasTouched) return play.call(this);
    return Promise.reject(new DOMException('', 'NotAllowedError'));
  };
}`;

async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await journey.newPage({ reducedMotion: 'no-preference', ...options });
  if (options.javaScriptEnabled !== false) await page.addInitScript(noSoundUnasked);
  return page;
}

/** The video's page, at rest under reduced motion. Opened once. */
async function atRest(): Promise<Page> {
  if (!still) {
    still = await newPage({ reducedMotion: 'reduce' });
    await still.goto(journey.origin + address);
    await still.locator('.player').waitFor();
    await until(still, 'video.readyState >= 1');
  }
  await video(still, 'video.pause(), video.currentTime = 0, video.muted = false, video.volume = 1');
  await until(still, 'video.paused && !video.seeking');
  return still;
}

/** The video's page, playing, with a clock controlled by the test. */
async function openPlaying(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage(options);
  await page.clock.install();
  await page.goto(journey.origin + address);
  // Loops, since a slow machine might miss the end.
  await until(page, 'video.currentTime > 0 && (video.loop = true)');
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
  return page;
}

/** Value of an expression about the `video` on the page. */
const video = <T>(page: Page, expression: string) =>
  page.evaluate<T>(
    `(() => { const video = document.querySelector('video'); return video && (${expression}); })()`,
  );
/** Waits until an expression about the video is true; reports the state of the video on failure. */
const until = (page: Page, expression: string) =>
  waitFor(expression, () => video<boolean>(page, expression)).catch(async (error: Error) => {
    const parts = ['paused', 'muted', 'currentTime', 'readyState', 'networkState', 'controls'];
    const facts = parts.map((part) => `${part}: video.${part}`).join(', ');
    const state = await video(page, `JSON.stringify({ ${facts}, error: video.error?.message })`);
    throw new Error(`${error.message}: ${state}`);
  });
const isIdle = (page: Page) =>
  page.evaluate<boolean>("document.querySelector('.player').hasAttribute('data-idle')");
const seek = (page: Page) => page.getByRole('slider', { name: 'Positie in de video' });
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

describe('an opened video', () => {
  it('autoplays, muted if the browser requires it, and offers to unmute', async () => {
    const page = await newPage();
    const answers: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('/video.mp4')) answers.push(answer.status());
    });
    await page.goto(journey.origin + address);
    await until(
      page,
      'video.currentTime > 0 && video.muted && !video.controls && (video.loop = true)',
    );
    await page.locator('.player__offer').click();
    await until(page, '!video.muted && !video.paused');
    await page.locator('.player__offer').waitFor({ state: 'detached' });
    expect(answers[0]).toBe(206);
  });

  it('has the browser’s controls without script, and without the player', async () => {
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto(journey.origin + address);
    expect(await page.locator('video[controls]').count()).toBe(1);
    const lacking = await newPage();
    await lacking.route(/mount-player/, (route) => route.abort());
    await lacking.goto(journey.origin + address);
    await lacking.locator('video[controls][data-bare]').waitFor();
  });
});

describe('the controls', () => {
  it('hide 1.5 seconds after the mouse came to rest or left, and come back with it', async () => {
    const page = await openPlaying();
    await page.mouse.move(400, 300);
    await page.clock.runFor(HIDE_MS - 1);
    expect(await isIdle(page)).toBe(false);
    await page.clock.runFor(1);
    expect(await isIdle(page)).toBe(true);
    await page.mouse.move(410, 300);
    await waitFor('the controls', async () => !(await isIdle(page)));
    await page.mouse.move(410, 860);
    await page.clock.runFor(HIDE_MS);
    expect(await isIdle(page)).toBe(true);
    // They stay while the video is paused.
    await page.locator('.player video').click();
    await until(page, 'video.paused');
    await page.clock.runFor(60_000);
    expect(await isIdle(page)).toBe(false);
  });

  it('appear on a first touch; a second one pauses', async () => {
    const page = await openPlaying({ hasTouch: true, viewport: { width: 360, height: 780 } });
    await page.clock.runFor(HIDE_MS);
    expect(await isIdle(page)).toBe(true);
    await page.touchscreen.tap(180, 120);
    await waitFor('the controls', async () => !(await isIdle(page)));
    expect(await video(page, 'video.paused')).toBe(false);
    await page.touchscreen.tap(180, 120);
    await until(page, 'video.paused');
  });

  it('play, pause, mute and fill the screen', async () => {
    const page = await atRest();
    await press(page, 'Afspelen');
    await until(page, '!video.paused && video.currentTime > 0');
    await press(page, 'Pauzeren');
    await until(page, 'video.paused');
    await press(page, 'Geluid uit');
    await until(page, 'video.muted');
    await press(page, 'Geluid aan');
    await until(page, '!video.muted');
    await press(page, 'Volledig scherm');
    await until(page, "document.fullscreenElement?.classList.contains('player')");
    await press(page, 'Volledig scherm sluiten');
    await until(page, '!document.fullscreenElement');
  });

  it('seek to any moment of the video, and remember the volume', async () => {
    const page = await atRest();
    const line = await seek(page).boundingBox();
    if (!line) throw new Error('no line');
    await page.mouse.click(line.x + line.width / 2, line.y + line.height / 2);
    await until(page, 'video.currentTime > 9 && video.currentTime < 11 && !video.seeking');
    const told = () => seek(page).getAttribute('aria-valuetext');
    await expect.poll(told).toMatch(/^0:(?:09|10) van 0:20$/);
    await page.getByRole('slider', { name: 'Volume' }).fill('0.3');
    await until(page, 'video.volume === 0.3');
    await page.reload();
    await page.locator('.player').waitFor();
    expect(await video(page, '[video.volume, video.muted]')).toEqual([0.3, false]);
  });

  it('are accessible, on a desktop and on a phone', async () => {
    const page = await atRest();
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 360, height: 780 },
    ]) {
      await page.setViewportSize(viewport);
      const small = await page.evaluate<string[]>(
        "[...document.querySelectorAll('.player button:not([hidden]), .player input')].filter((part) => part.offsetHeight < 44 || part.offsetWidth < 44).map(({ className }) => className)",
      );
      expect(small).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
    expect(await findings(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

it('handles its keys, which do not scroll the page', async () => {
  const page = await atRest();
  await page.locator('.player').focus();
  for (const [key, becomes] of [
    ['5', 'Math.round(video.currentTime) === 10'],
    ['ArrowRight', 'Math.round(video.currentTime) === 15'],
    ['ArrowDown', 'video.volume === 0.9'],
    ['m', 'video.muted'],
    ['k', '!video.paused'],
    [' ', 'video.paused'],
    ['End', 'video.currentTime > 19.5'],
    ['f', '!!document.fullscreenElement'],
    ['f', '!document.fullscreenElement'],
  ] as const) {
    await page.keyboard.press(key);
    await waitFor(`${key}: ${becomes}`, () => video<boolean>(page, becomes));
  }
  expect(await page.evaluate('scrollY')).toBe(0);
});

it('reports when it can’t be played, and retries on request', async () => {
  const page = await newPage();
  await page.route(VIDEO, (route) => route.abort());
  await page.goto(journey.origin + address);
  await page.getByRole('alert').getByText('De video kan niet worden afgespeeld.').waitFor();
  await page.unroute(VIDEO);
  await press(page, 'Probeer opnieuw');
  await until(page, 'video.currentTime > 0');
  expect(await page.getByText('De video kan niet worden afgespeeld.').count()).toBe(0);
});

describe('a video with versions', () => {
  let large: string;
  const loads = (page: Page, name: string) => until(page, `video.currentSrc.endsWith('/${name}')`);

  beforeAll(async () => {
    // Square, and two lines above 1080: quick to encode, and in three sizes.
    large = await addVideo('Vloed', makeVideo('size=1082x1082:rate=5', 8));
    await waitFor('its versions', async () =>
      (await journey.html(large)).includes('/video-1080.mp4'),
    );
  });

  /** Its page at rest, on a screen of this pixel density and a connection reported as `line`. */
  async function open(density: number, line: object = {}): Promise<Page> {
    const page = await newPage({ reducedMotion: 'reduce', deviceScaleFactor: density });
    const connection = JSON.stringify(line);
    await page.addInitScript(
      `Object.defineProperty(navigator, 'connection', { value: ${connection} })`,
    );
    await page.goto(journey.origin + large);
    await page.locator('.player').waitFor();
    return page;
  }

  it('lists all versions on its page, the smallest for phones, the video itself last', async () => {
    const page = await newPage({ javaScriptEnabled: false });
    for (const [width, name] of [
      [1280, 'video-1080.mp4'],
      [360, 'video-720.mp4'],
    ] as const) {
      await page.setViewportSize({ width, height: 780 });
      await page.goto(journey.origin + large);
      await loads(page, name);
      const last = page.locator('video > source').last();
      expect(await last.getAttribute('src')).toMatch(/video\.mp4$/);
    }
  });

  it('continues in a larger version at the same position when it fills the screen', async () => {
    const page = await open(1);
    await loads(page, 'video-720.mp4');
    await page.setViewportSize({ width: 1400, height: 1000 });
    await until(page, 'video.readyState >= 1');
    await video(page, 'video.currentTime = 3, video.loop = true, null');
    await press(page, 'Afspelen');
    await until(page, '!video.paused && video.currentTime > 3.2');
    await press(page, 'Volledig scherm');
    await loads(page, 'video-1080.mp4');
    await until(page, '!video.paused && video.readyState >= 3 && video.currentTime > 3.2');
    expect(await video(page, 'video.currentTime < 7.9')).toBe(true);
  });

  it('loads only the size that suits the screen, and steps down when the connection is too slow', async () => {
    const page = await open(1.5);
    const asked: string[] = [];
    await page.route('**/video-1080.mp4', () => undefined);
    page.on('request', (request) => {
      if (request.url().endsWith('.mp4')) asked.push(path.basename(request.url()));
    });
    await page.clock.install();
    await page.reload();
    await loads(page, 'video-1080.mp4');
    await expect.poll(() => new Set(asked)).toEqual(new Set(['video-1080.mp4']));
    await press(page, 'Afspelen');
    // It steps down after four seconds without a picture.
    await expect
      .poll(async () => {
        await page.clock.fastForward(1000);
        return video<string>(page, 'video.currentSrc');
      })
      .toMatch(/video-720\.mp4$/);
    await until(page, '!video.paused && video.currentTime > 0');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('has its versions in the dialog too, where it handles its keys and is removed on closing', async () => {
    const page = await newPage({ reducedMotion: 'reduce' });
    await page.goto(`${journey.origin}/mediabibliotheek`);
    await page.locator(`a.card[href="${large}"]`).click();
    await page.locator('.dialog .player').waitFor();
    await loads(page, 'video-720.mp4');
    await page.keyboard.press(' ');
    await until(page, '!video.paused');
    await page.locator('.dialog video').click({ position: { x: 80, y: 80 } });
    await page.keyboard.press('m');
    await until(page, 'video.muted');
    await page.keyboard.press('Escape');
    await waitFor('the video to be gone', async () => (await page.locator('video').count()) === 0);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/mediabibliotheek');
  });
});
