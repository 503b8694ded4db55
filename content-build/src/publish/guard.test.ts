/** Species, map and guard on every page. */
import { applyGuard } from '@veldlicht/database/apply-guard';
import { guardRules, media, mediaSpecies, species } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { place, usePublishWorld } from '../testing/publish-world.ts';

const OWL = 'Bubo bubo';
const world = usePublishWorld();
const { publisher, page, live, find, edit, rendered, isAsFromNothing } = world;
beforeEach(() => {
  const names = { scientificName: OWL, dutchName: 'Oehoe', groupName: 'birds' } as const;
  world.api.insert(species).values(names).run();
});

const pathOf = (seq: number) => `/foto/item-${String(seq).padStart(4, '0')}`;
const show = (mediaSeq: number) => {
  world.api.insert(mediaSpecies).values({ mediaSeq, scientificName: OWL, position: 0 }).run();
  applyGuard(world.api, [mediaSeq]);
};
const guard = (level: 'region' | 'hidden') => {
  const rule = { scientificName: OWL, level, months: [], nestMonths: [], reason: '' };
  const update = { target: guardRules.scientificName, set: { level } };
  world.api.insert(guardRules).values(rule).onConflictDoUpdate(update).run();
  applyGuard(world.api);
};

describe('the pages of species', () => {
  const SPECIES = '/soort/bubo-bubo';

  it('exist while the species has items', async () => {
    world.addItem();
    world.addItem({ title: 'Uil', date: '2026-03-09' });
    const { publish } = publisher();
    await publish();
    expect(live().has('soorten.html')).toBe(false);
    show(2);
    await publish();
    expect(page('soorten.html')).toContain(`"path":"${SPECIES}","count":1`);
    expect(page('soort/bubo-bubo.html')).toContain('"months":[0,0,1,0,0,0,0,0,0,0,0,0]');
    expect(page('mediabibliotheek.html')).toContain('"hasSpecies":true');
    expect(page('sitemap-0.xml')).toContain(SPECIES);
    world.api.delete(mediaSpecies).run();
    await publish();
    expect([...live().values()].filter((text) => text.includes('bubo'))).toEqual([]);
  });

  it('are rendered only when what they show changes', async () => {
    for (const seq of [world.addItem(), world.addItem(), world.addItem()]) if (seq > 1) show(seq);
    const { publish } = publisher();
    await publish();
    const renderedBy = (...change: Parameters<typeof edit>) =>
      rendered(publish, () => edit(...change));
    expect(await renderedBy(2, { description: 'x' })).not.toContain(SPECIES);
    expect(await renderedBy(1, { title: 'x' })).not.toContain(SPECIES);
    expect(await renderedBy(2, { title: 'x' })).toContain(SPECIES);
    await isAsFromNothing();
  });

  it('open with the chosen item and text while these are public', async () => {
    for (const title of ['Eerste', 'Tweede', 'Derde'])
      show(world.addItem({ title, description: `Over de ${title}` }));
    edit(3, { featured: true });
    const { publish } = publisher();
    const tell = (change: Partial<typeof species.$inferInsert>) =>
      world.api.update(species).set(change).where(eq(species.scientificName, OWL)).run();
    const idOf = (seq: number) =>
      world.api.select().from(media).where(eq(media.seq, seq)).get()?.id ?? '';
    const opensWith = async () => {
      await publish();
      const [, best] = /"best":\{"path":"([^"]*)"/.exec(page('soort/bubo-bubo.html')) ?? [];
      const [, words] = /"words":"([^"]*)"/.exec(page('soort/bubo-bubo.html')) ?? [];
      const [, listed] = /"picture":\{"path":"([^"]*)"/.exec(page('soorten.html')) ?? [];
      return { best, words, listed };
    };
    const [first, , third] = [1, 2, 3].map(pathOf);
    const own = 'Roept in januari.';
    expect(await opensWith()).toEqual({ best: third, words: 'Over de Derde', listed: third });
    tell({ picture: idOf(1), words: own, own: true });
    expect(await opensWith()).toEqual({ best: first, words: own, listed: first });
    edit(1, { alt: 'Uil in de regen' });
    await publish();
    expect(page('soorten.html')).toContain('Uil in de regen');
    edit(1, { status: 'draft' });
    expect(await opensWith()).toEqual({ best: third, words: own, listed: third });
    edit(1, { status: 'published' });
    expect((await opensWith()).best).toBe(first);
    world.api.delete(mediaSpecies).where(eq(mediaSpecies.mediaSeq, 1)).run();
    tell({ words: 'Zit bij 52.131234, 5.860432.' });
    expect(await opensWith()).toEqual({ best: third, words: 'Over de Derde', listed: third });
    await isAsFromNothing();
  });
});

describe('the page of an item', () => {
  it('links to neighbours of its species, so that an edit touches few pages', async () => {
    for (let seq = 1; seq <= 12; seq++) show(world.addItem());
    const { publish } = publisher();
    await publish();
    const shownOn = (seq: number) => {
      const [, kin = ''] = page(`${pathOf(seq)}.html`).split('"stories":[]');
      return [...kin.matchAll(/"title":"Item (\d+)"/g)].map(([, n]) => Number(n));
    };
    expect([shownOn(12), shownOn(6), shownOn(1)]).toEqual([
      [11, 10, 9, 8],
      [8, 7, 5, 4],
      [5, 4, 3, 2],
    ]);
    const paths = await rendered(publish, () => edit(6, { title: 'x' }));
    expect(paths.filter((path) => path.startsWith('/foto/'))).toEqual([4, 5, 6, 7, 8].map(pathOf));
    await isAsFromNothing();
  });
});

describe('the map', () => {
  /** The block of `place`, and the region around it. */
  const BLOCK = '185/460';
  const REGION = '180/460-20';
  const near = { location: place, locationPrivacy: 'approximate', date: '2026-05-12' } as const;

  it('exists while there is an area, also one of an exact position', async () => {
    world.addItem({ location: 'Biesbosch', locationPrivacy: 'exact' });
    world.addItem({ location: place, locationPrivacy: 'hidden' });
    world.addItem({ location: '-33.85, 151.2', locationPrivacy: 'approximate' });
    const { publish } = publisher();
    await publish();
    expect([...live().keys()].filter((name) => name.startsWith('kaart'))).toEqual([]);
    expect(page('mediabibliotheek.html')).not.toContain('"hasMap"');
    for (const locationPrivacy of ['exact', 'approximate'] as const) {
      edit(2, { locationPrivacy, date: '2026-05-12' });
      await publish();
      const map = page('kaart.html');
      expect(map.match(/"areas":\[\{"name":"([^"]+)"/)?.[1]).toBe(BLOCK);
      expect(map).toContain(
        '"words":"omgeving Hoenderloo","groups":[{"month":5,"species":[],"count":1}]}]',
      );
      expect(page('kaart.html')).not.toContain('52.13');
    }
    expect(page(`kaart/${BLOCK}.html`)).toContain('"path":"/foto/item-0002"');
    expect(page('mediabibliotheek.html')).toContain('"hasMap":true');
    for (const path of ['/kaart', `/kaart/${BLOCK}`])
      expect(page('sitemap-0.xml')).toContain(`"${path}"`);
    edit(2, { locationPrivacy: 'hidden' });
    await publish();
    expect(find(BLOCK)).toEqual([]);
  });

  it('is rendered only when an area, a month or a species changes', async () => {
    world.addItem(near);
    world.addItem({ title: 'Elders' });
    const { publish } = publisher();
    await publish();
    const renderedBy = async (change: () => void) =>
      (await rendered(publish, change)).filter((path) => path.startsWith('/kaart'));
    const [map, area] = ['/kaart', `/kaart/${BLOCK}`];
    expect(await renderedBy(() => edit(1, { title: 'Anders' }))).toEqual([area]);
    expect(await renderedBy(() => edit(2, { title: 'Anders' }))).toEqual([]);
    expect(await renderedBy(() => edit(1, { date: '2026-06-01' }))).toContain(map);
    expect(await renderedBy(() => show(1))).toContain(map);
    expect(page('soort/bubo-bubo.html')).toContain(
      `"areas":[{"name":"${BLOCK}","count":1,"words":"omgeving Hoenderloo"}]`,
    );
    await isAsFromNothing();
  });

  it('shows guarded items as a region or not at all', async () => {
    world.addItem(near);
    const { publish } = publisher();
    await publish();
    show(1);
    guard('region');
    await publish();
    expect(page('kaart.html')).toContain(`"name":"${REGION}"`);
    expect(page('kaart.html')).toContain('"words":"regio ');
    expect(find(BLOCK)).toEqual([]);
    guard('hidden');
    await publish();
    expect([live().has('kaart.html'), find(REGION)]).toEqual([false, []]);
  });
});

describe('a guarded item', () => {
  const OWN = 'foto/item-0003.html';
  const createdAt = Date.UTC(2026, 2, 20, 8, 30);
  beforeEach(() => {
    world.addItem({ title: 'Eerder', createdAt: Date.UTC(2026, 1, 1) });
    world.addItem({ title: 'Voor', date: '2026-03-05', createdAt: createdAt - 60_000 });
    world.addItem({ title: 'Uil', date: '2026-03-09', location: place, createdAt });
    world.addItem({ title: 'Na', date: '2026-03-13', createdAt: createdAt + 60_000 });
  });
  /** Expects a region and the first of its month, and nothing more precise in any file. */
  const isKept = () => {
    expect(page(OWN)).toMatch(/"place":"regio /);
    expect(page(OWN)).toContain('"date":"2026-03"');
    expect(page(OWN)).toContain('"createdAt":"2026-03-01T00:00:00.000Z"');
    const { previous, next } = JSON.parse(/>(\{.*\})</.exec(page(OWN))?.[1] ?? '{}');
    expect([previous.title, next.title]).toEqual(['Voor', 'Eerder']);
    // The last is the date format of the library index.
    for (const text of ['52.1312', 'T08:30', '20260309']) expect(find(text)).toEqual([]);
    expect(find('20260300')).not.toEqual([]);
  };

  it('shows only a region and a month in every file', async () => {
    const { publish } = publisher();
    await publish();
    expect(page(OWN)).toContain('2026-03-09');
    guard('region');
    show(3);
    await publish();
    isKept();
    await isAsFromNothing();
    const titles = [...page('mediabibliotheek.html').matchAll(/"title":"([^"]*)"/g)];
    expect(titles.map(([, title]) => title)).toEqual(['Na', 'Voor', 'Uil', 'Eerder']);
    guard('hidden');
    await publish();
    expect(page(OWN)).toContain('"place":null');
    expect(page(OWN)).toContain('"date":"2026-03"');
  });
});
