/** What an owner does most in the panel, in Firefox: by role and name, as the other journeys do in Chromium. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Category } from '@veldlicht/contract/category';
import type { MediaItem } from '@veldlicht/contract/media';
import type { Settings } from '@veldlicht/contract/settings';
import type { StoryItem } from '@veldlicht/contract/story';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { type CustomQueryHandler, type Page, Puppeteer } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Journey } from '../support/journey.ts';
import { openFirefox } from '../support/other-browsers.ts';
import { owner, waitFor } from '../support/product.ts';

const PHOTOS = ['Waterjuffer', 'Dotterbloem', 'Rietkraag'];

/** Pixels of a date that its cell has no room for. */
const hiddenOf = (cell: string) => `{
  const cell = document.querySelector(${JSON.stringify(cell)});
  const whole = cell.cloneNode();
  whole.value = '2026-12-28';
  Object.assign(whole.style, { position: 'absolute', width: 'max-content', contain: 'none' });
  cell.parentElement.append(whole);
  const width = whole.offsetWidth;
  whole.remove();
  Math.max(0, width - cell.offsetWidth);
}`;

/** Elements that may have a role. */
const ROLES = {
  button: 'button, [role=button]',
  dialog: '[role=dialog]',
  link: 'a[href]',
  option: '[role=option]',
  textbox: 'input, textarea, [contenteditable=true]',
};
type Role = keyof typeof ROLES;

/**
 * A query of the page for `SELECTOR/NAME`: the first element with this accessible name. Firefox computes its whole
 * accessibility tree for a query by role, half a second of its processor each time.
 */
const queryByName = new Function(
  'root',
  'asked',
  `const [, selector, name] = /^(.*?)\\/(.*)$/s.exec(asked);
  const textOf = (element) => {
    const copy = element?.cloneNode(true);
    for (const hidden of copy?.querySelectorAll('[aria-hidden=true]') ?? []) hidden.remove();
    return copy?.textContent.trim().replace(/\\s+/g, ' ');
  };
  const nameOf = (element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = ids.map((id) => textOf(document.getElementById(id))).join(' ');
    const own = element.getAttribute('aria-label') ?? textOf(element.labels?.[0]);
    return labels || own || textOf(element) || element.querySelector('img')?.alt;
  };
  return [...root.querySelectorAll(selector)].find((element) => nameOf(element) === name) ?? null;`,
) as NonNullable<CustomQueryHandler['queryOne']>;

/** Its tests, on a product whose owner has no second factor. */
export function describePanelInFirefox(journey: Journey): void {
  describe('the panel in Firefox', () => {
    let page: Page;
    let end: () => Promise<void>;
    let folder: string;
    beforeAll(async () => {
      Puppeteer.clearCustomQueryHandlers();
      Puppeteer.registerCustomQueryHandler('named', { queryOne: queryByName });
      ({ page, end } = await openFirefox());
      page.setDefaultTimeout(60_000);
      await page.setViewport({ width: 1280, height: 900 });
      folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-firefox-'));
      for (const [n, name] of PHOTOS.entries())
        writeFileSync(path.join(folder, `${name}.jpg`), await plainPicture(60 + n));
    });
    afterAll(async () => {
      await end?.();
      rmSync(folder, { recursive: true, force: true });
    });

    const named = (role: Role, name: string) => `::-p-named(${ROLES[role]}/${name})`;
    const press = (name: string, role: Role = 'button') => page.locator(named(role, name)).click();
    const fill = (name: string, text: string) => page.locator(named('textbox', name)).fill(text);
    const shows = (text: string) => page.locator(`::-p-text(${text})`).wait();
    const gone = (role: Role, name: string) =>
      waitFor(`${name} to close`, async () => !(await page.$(named(role, name))));
    const follow = (name: string) => press(name, 'link');
    const centre = async (name: string) => {
      const handle = await page.locator(named('button', name)).waitHandle();
      const box = await handle.boundingBox();
      if (!box) throw new Error(`${name} is not shown`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const names = async () =>
      (await journey.client.call<Category[]>('GET', '/api/categories'))
        .filter(({ type }) => type === 'category')
        .map(({ name }) => name);
    const items = () => journey.client.call<MediaItem[]>('GET', '/api/admin/media');

    it('signs in', async () => {
      await page.goto(`${journey.origin}/admin/login`);
      await fill('Username', owner.username);
      await page.locator('input[autocomplete=current-password]').fill(owner.password);
      await page.keyboard.press('Enter');
      await shows('Needs your attention');
    });

    it('uploads three, and edits them in the table', async () => {
      await follow('Media');
      await press('Bulk Upload');
      const input = await page.waitForSelector('[role=dialog] input[type=file]');
      await input?.uploadFile(...PHOTOS.map((name) => path.join(folder, `${name}.jpg`)));
      await shows('3 of 3 files uploaded');
      const cell = (row: number, column: string) => `[data-row="${row}"] [data-cell=${column}]`;
      await page.locator(cell(0, 'category')).click();
      await press('Macro', 'option');
      await page.locator(cell(0, 'title')).fill('Waterjuffer bij zonsopkomst');
      await page.locator(cell(1, 'location')).fill('Biesbosch');
      expect(await page.evaluate(hiddenOf(cell(1, 'date')))).toBe(0);
      await press('Upload All');
      await press('Fill Empty Fields from First Image');
      await shows('Successfully created 3 media item(s)');
      const made = (await items()).filter(({ category }) => category === 'macro');
      expect(made.map(({ title, location }) => [title, location]).toReversed()).toEqual([
        ['Waterjuffer bij zonsopkomst', null],
        ['Dotterbloem', 'Biesbosch'],
        ['Rietkraag', null],
      ]);
    });

    it('writes a note with two photos', async () => {
      await follow('Blogs');
      await press('New note');
      await fill('Title', 'Een dag in mei');
      await fill('Text', 'De dotters bloeien.');
      await press('Add photos');
      for (const title of ['Dotterbloem', 'Rietkraag']) await press(title);
      await press('Add 2 photos');
      await gone('dialog', 'Add photos');
      await press('Save');
      await shows('Note saved');
      const [note] = await journey.client.call<StoryItem[]>('GET', '/api/admin/notes');
      expect(note?.title).toBe('Een dag in mei');
      expect(note?.body.map(({ kind }) => kind)).toEqual(['text', 'single', 'single']);
    });

    it('drags a category', async () => {
      await follow('Categories and Tags');
      const [first = '', , third = ''] = await names();
      const shown = (name: string) => `Move ${name[0]?.toUpperCase()}${name.slice(1)}`;
      const from = await centre(shown(first));
      const to = await centre(shown(third));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, to.y, { steps: 8 });
      await page.mouse.up();
      await waitFor('the new order', async () => (await names())[2] === first);
    });

    it('saves the settings', async () => {
      await follow('Website settings');
      await fill('Photographer', 'Noor van der Heide');
      await press('Save settings');
      await shows('Website settings updated successfully');
      const { profile } = await journey.client.call<Settings>('GET', '/api/settings');
      expect(profile.photographer).toBe('Noor van der Heide');
    });
  });
}
