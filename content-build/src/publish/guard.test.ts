import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { applyGuard } from '@veldlicht/database/apply-guard';
import { guardRules, mediaSpecies, species } from '@veldlicht/database/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { filesFromNothing, place, usePublishWorld } from '../testing/publish-world.ts';

const OWL = 'Bubo bubo';
const world = usePublishWorld();
const { publisher, back, page, live } = world;
beforeEach(() => {
  const names = { scientificName: OWL, dutchName: 'Oehoe', groupName: 'birds' } as const;
  world.api.insert(species).values(names).run();
});

const show = (mediaSeq: number, scientificName = OWL) => {
  world.api.insert(mediaSpecies).values({ mediaSeq, scientificName, position: 0 }).run();
  applyGuard(world.api, [mediaSeq]);
};
const guard = (level: 'block' | 'region' | 'hidden') => {
  const rule = { scientificName: OWL, level, months: [], nestMonths: [], reason: '' };
  world.api
    .insert(guardRules)
    .values(rule)
    .onConflictDoUpdate({ target: guardRules.scientificName, set: { level } })
    .run();
  applyGuard(world.api);
};
const SPECIES_PAGE = 'soort/b/bubo-bubo.html';
const exact = { date: '2026-03-09', location: place, createdAt: Date.UTC(2026, 2, 20, 8, 30) };
/** What any file of the release or of the index says. */
const everything = () => {
  const index = path.join(world.folder.releases, 'index');
  const chunks = readdirSync(index).filter((name) => name.endsWith('.json'));
  return [
    ...live().values(),
    ...chunks.map((name) => readFileSync(path.join(index, name), 'utf8')),
  ];
};

describe('the pages of species', () => {
  it('come with the first item and go with the last', async () => {
    world.addItem();
    world.addItem({ title: 'Uil', date: '2026-03-09' });
    const { publish } = publisher();
    await publish();
    expect(live().has('soorten.html')).toBe(false);
    show(2);
    await publish();
    expect(page('soorten.html')).toContain('"path":"/soort/bubo-bubo","count":1');
    expect(page(SPECIES_PAGE)).toContain('"months":[0,0,1,0,0,0,0,0,0,0,0,0]');
    expect(page('mediabibliotheek.html')).toContain('"hasSpecies":true');
    expect(page('sitemap-0.xml')).toContain('/soort/bubo-bubo');
    world.api.delete(mediaSpecies).run();
    await publish();
    expect([...live().values()].filter((text) => text.includes('bubo'))).toEqual([]);
  });

  it('are made anew only when what they show changes', async () => {
    for (const seq of [world.addItem(), world.addItem(), world.addItem()]) if (seq > 1) show(seq);
    const { publish } = publisher();
    await publish();
    const renderedBy = async (change: () => void) => {
      world.site.rendered.length = 0;
      change();
      await publish();
      return world.site.rendered;
    };
    const species = '/soort/bubo-bubo';
    expect(await renderedBy(() => world.edit(2, { description: 'x' }))).not.toContain(species);
    expect(await renderedBy(() => world.edit(1, { title: 'x' }))).not.toContain(species);
    expect(await renderedBy(() => world.edit(2, { title: 'x' }))).toContain(species);
    expect(await filesFromNothing(world.deps())).toEqual(
      new Map([...live()].filter(([name]) => name !== 'release.json')),
    );
  });
});

describe('a guarded item', () => {
  beforeEach(() => {
    world.addItem({ title: 'Eerder', createdAt: Date.UTC(2026, 1, 1) });
    world.addItem({ title: 'Voor', date: '2026-03-05', createdAt: exact.createdAt - 60_000 });
    world.addItem({ title: 'Uil', ...exact });
    world.addItem({ title: 'Na', date: '2026-03-13', createdAt: exact.createdAt + 60_000 });
  });

  it('has a region and a month in every file, and stands at the start of its month', async () => {
    const { publish } = publisher();
    await publish();
    const before = page('foto/03/item-0003.html');
    expect(before).toContain('2026-03-09');
    guard('region');
    show(3);
    await publish();
    const after = page('foto/03/item-0003.html');
    expect(after).toMatch(/"place":"regio /);
    expect(after).toContain('"date":"2026-03"');
    expect(after).toContain('"createdAt":"2026-03-01T00:00:00.000Z"');
    const own = JSON.parse(/>(\{.*\})</.exec(after)?.[1] ?? '{}');
    expect([own.previous.title, own.next.title]).toEqual(['Voor', 'Eerder']);
    for (const text of everything()) {
      expect(text).not.toContain('52.1312');
      expect(text).not.toContain('T08:30');
      // As the index of the library writes dates.
      expect(text).not.toContain('20260309');
    }
    expect(everything().filter((text) => text.includes('20260300')).length).toBeGreaterThan(0);
    expect(await filesFromNothing(world.deps())).toEqual(
      new Map([...live()].filter(([name]) => name !== 'release.json')),
    );
  });

  it('is told no more closely by going back to a release from before the guard', async () => {
    const { publish } = publisher();
    const first = await publish();
    const index = path.join(world.folder.releases, 'index');
    const open = readdirSync(index);
    guard('region');
    show(3);
    await publish();
    // Tabs that are open lose the index that tells its place in the order.
    for (const name of open) expect(existsSync(path.join(index, name))).toBe(false);
    await back(first?.id);
    const shown = page('foto/03/item-0003.html');
    expect(shown).toMatch(/"place":"regio /);
    expect(shown).toContain('"date":"2026-03"');
    expect(shown).toContain('"createdAt":"2026-03-01T00:00:00.000Z"');
    const titles = [...page('mediabibliotheek.html').matchAll(/"title":"([^"]*)"/g)];
    expect(titles.map(([, title]) => title)).toEqual(['Na', 'Voor', 'Uil', 'Eerder']);
    for (const text of everything()) expect(text).not.toContain('52.1312');
  });

  it('has today’s texts in an older release: who took a village out meant to', async () => {
    world.edit(3, { title: 'Uil bij Loenen', description: 'Achter Loenen' });
    const { publish } = publisher();
    const first = await publish();
    guard('region');
    show(3);
    world.edit(3, { title: 'Uil', description: null });
    world.edit(1, { title: 'Later' });
    await publish();
    await back(first?.id);
    expect(page('mediabibliotheek.html')).toContain('"title":"Eerder"');
    for (const text of everything()) expect(text).not.toContain('Loenen');
  });

  it('is told as strictly in a release that is held when the list gets stricter', async () => {
    const { publish } = publisher();
    show(3);
    const first = await publish();
    world.edit(1, { title: 'Later' });
    await publish();
    guard('hidden');
    await back(first?.id);
    expect(page('foto/03/item-0003.html')).toContain('"place":null');
    expect(page('foto/03/item-0003.html')).toContain('"date":"2026-03"');
  });
});
