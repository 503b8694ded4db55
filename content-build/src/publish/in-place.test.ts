/** Pages change in place while visitors read and owners write. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openPublicCopy } from '@veldlicht/database/public/public-database';
import { categories } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { place, usePublishWorld } from '../testing/publish-world.ts';
import { plainSite } from '../testing/world.ts';
import { addressOf } from './address-name.ts';

const world = usePublishWorld();
const { edit, live, page, find, isAsFromNothing } = world;
const own = '/foto/item-0001';

/** A site that awaits `before` for each page. */
function waitingSite(before: (address: string) => Promise<unknown> | undefined) {
  const plain = plainSite();
  const render: typeof plain.render = async (address, data) => {
    await before(address);
    return plain.render(address, data);
  };
  return { ...plain, render };
}

/**
 * Broken links on recorded pages, except to hidden items and to pages removed until they are made. Nothing links to a
 * new page yet.
 */
function brokenLinks(hidden: number[]): string[] {
  const db = openPublicCopy(world.folder.publicDatabase);
  const waiting = db.prepare("SELECT path FROM pages WHERE key = ''").pluck().all();
  const known = new Set(db.prepare('SELECT path FROM pages').pluck().all());
  db.close();
  const words = hidden.flatMap((seq) => [world.item(seq)?.slug ?? '', world.hashOf(seq)]);
  const isHidden = (target: string) =>
    waiting.includes(target) || words.some((word) => target.includes(word));
  const links = /"(\/(?:foto|kaart|categorie|mediabibliotheek|media)\/[^"]*)"/g;
  const pages = [...live()].filter(([name]) => known.has(addressOf(name, 'file')));
  return pages.flatMap(([name, text]) =>
    [...text.matchAll(links)].flatMap(([, target = '']) => {
      const file = path.join(world.folder.publicSite, target);
      const isThere = existsSync(target.startsWith('/media/') ? file : `${file}.html`);
      return isThere || isHidden(target) ? [] : `${name} leads to ${target}`;
    }),
  );
}

it('has no broken link after a cut at any step, and continues', async () => {
  world.addItems(4);
  await world.publisher().publish();
  const hidden: number[] = [];
  for (let round = 1, isCut = true; isCut; round++) {
    isCut = false;
    const seq = world.addItem({ location: place, locationPrivacy: 'approximate' });
    edit(seq - 1, { title: `Anders ${round}` });
    if (round % 2) edit(seq - 1, { categoryId: 'drone' });
    edit(round, { status: 'draft' });
    hidden.push(round);
    let left = 2 * round - 1;
    const onStep = () => {
      if (--left > 0) return;
      isCut = true;
      throw new Error('killed');
    };
    await world
      .publisher({ onStep })
      .publish()
      .catch(() => undefined);
    expect(brokenLinks(hidden)).toEqual([]);
    // As a new process, with a connection of its own.
    await world.publisher().publish();
    expect([brokenLinks([]), find(`item-${String(round).padStart(4, '0')}`)]).toEqual([[], []]);
  }
  await isAsFromNothing();
});

it('makes pages that only link to a changed one last, then removes the old address', async () => {
  world.addItems(3);
  const { publish } = world.publisher();
  await publish();
  const broken = waitingSite((address) =>
    address === '/foto/item-0002' ? Promise.reject(new Error('broken')) : undefined,
  );
  edit(1, { title: 'Uil', slug: 'uil-0001' });
  await expect(world.publisher({ site: broken }).publish()).rejects.toThrow('broken');
  for (const name of ['foto/uil-0001', 'mediabibliotheek'])
    expect(page(`${name}.html`)).toContain('Uil');
  expect(page('foto/item-0002.html')).toContain(own);
  expect(live().has('foto/item-0001.html')).toBe(true);
  await publish();
  expect(page('foto/item-0002.html')).toContain('/foto/uil-0001');
  expect(live().has('foto/item-0001.html')).toBe(false);
  await isAsFromNothing();
});

it('publishes no page whose rendering began before it had to show less', async () => {
  world.addItems(8);
  edit(1, { date: '2026-03-09' });
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  const site = waitingSite((address) => {
    if (address === own && !isHeld) {
      isHeld = true;
      return held.promise;
    }
    // Long enough for the publish to check for changes.
    if (isHeld && world.item(1)?.guard === null) edit(1, { guard: 'block', guardOrder: 0.5 });
    return setTimeout(25);
  });
  const { publish } = world.publisher();
  await publish();
  edit(1, { title: 'Uil' });
  const publishing = world.publisher({ site }).publish();
  await expect.poll(() => page()).toContain('"date":"2026-03"');
  held.resolve();
  await publishing;
  expect(find('2026-03-09')).toEqual([]);
  await isAsFromNothing();
});

it('removes slow pages that must show less, and keeps unchanged ones', async () => {
  world.addItems(4);
  const { publish } = world.publisher();
  await publish();
  const before = live().get('404.html');
  const held = Promise.withResolvers<void>();
  const site = waitingSite((address) => (address === '/' ? held.promise : undefined));
  edit(1, { status: 'draft' });
  const publishing = world.publisher({ site }).publish();
  await expect.poll(() => page('index.html')).toBe('');
  // It was marked too, although it shows another item.
  expect(live().get('404.html')).toBe(before);
  held.resolve();
  await publishing;
  await isAsFromNothing();
});

it('removes at once pages that still show an earlier state of a hidden item', async () => {
  world.addItems(3);
  edit(2, { title: 'Uil', categoryId: 'drone' });
  const { publish } = world.publisher();
  await publish();
  const failing = waitingSite(() => Promise.reject(new Error('no room')));
  const { removeHidden, ...other } = world.publisher({ site: failing });
  edit(2, { title: 'Vos', slug: 'anders-0002', categoryId: 'macro', fileHash: world.hashOf(1) });
  await other.publish().catch(() => undefined);
  world.db.update(categories).set({ name: 'lucht' }).where(eq(categories.id, 'drone')).run();
  removeHidden?.();
  expect(find('Uil')).toContain('foto/item-0002.html');
  edit(2, { status: 'draft' });
  removeHidden?.();
  expect(page('foto/item-0002.html')).toBe('');
  await other.publish().catch(() => undefined);
  for (const word of ['Uil', 'Vos', 'item-0002', world.hashOfFile(2)])
    expect(find(word)).toEqual([]);
});

it('publishes an item again that was hidden between two publishes', async () => {
  world.addItems(3);
  const { publish, removeHidden } = world.publisher();
  await publish();
  const link = path.join(world.folder.publicMedia, world.hashOf(2));
  const shown = () => [page('foto/item-0002.html') !== '', existsSync(link)];
  edit(2, { status: 'draft' });
  expect([removeHidden?.(), shown()]).toEqual([true, [false, false]]);
  edit(2, { status: 'published' });
  removeHidden?.();
  await publish();
  expect(shown()).toEqual([true, true]);
  await isAsFromNothing();
});
