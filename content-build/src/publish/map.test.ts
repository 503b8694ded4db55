import { applyGuard } from '@veldlicht/database/apply-guard';
import { guardRules, mediaSpecies, species } from '@veldlicht/database/schema';
import { expect, it } from 'vitest';
import { filesFromNothing, place, usePublishWorld } from '../testing/publish-world.ts';

const world = usePublishWorld();
const { publisher, back, page, live } = world;
const OWL = 'Bubo bubo';
/** Where `place` is told to be, and the region around it. */
const BLOCK = '185/460';
const REGION = '180/460-20';
const near = { location: place, locationPrivacy: 'approximate' } as const;
const ofArea = (name: string) => page(`kaart/${name}.html`);

const showOwl = (mediaSeq: number) => {
  const names = { scientificName: OWL, dutchName: 'Oehoe', groupName: 'birds' } as const;
  world.api.insert(species).values(names).onConflictDoNothing().run();
  world.api.insert(mediaSpecies).values({ mediaSeq, scientificName: OWL, position: 0 }).run();
  applyGuard(world.api, [mediaSeq]);
};
const guard = (level: 'region' | 'hidden') => {
  const rule = { scientificName: OWL, level, months: [], nestMonths: [], reason: '' };
  const update = { target: guardRules.scientificName, set: { level } };
  world.api.insert(guardRules).values(rule).onConflictDoUpdate(update).run();
  applyGuard(world.api);
};
const renderedBy = async (publish: () => Promise<unknown>, change: () => void) => {
  world.site.rendered.length = 0;
  change();
  await publish();
  return world.site.rendered;
};

it('comes with the first area that is told and goes with the last', async () => {
  world.addItem({ location: 'Biesbosch', locationPrivacy: 'exact' });
  world.addItem({ location: place, locationPrivacy: 'hidden' });
  world.addItem({ location: '-33.85, 151.2', locationPrivacy: 'approximate' });
  const { publish } = publisher();
  await publish();
  expect([...live().keys()].filter((name) => name.startsWith('kaart'))).toEqual([]);
  expect(page('mediabibliotheek.html')).toContain('"hasMap":false');
  world.edit(2, { locationPrivacy: 'approximate', date: '2026-05-12' });
  await publish();
  expect(page('kaart.html')).toContain(
    `"areas":[{"name":"${BLOCK}","words":"omgeving Hoenderloo","items":[{"month":5,"species":[]}]}]`,
  );
  expect(ofArea(BLOCK)).toContain('"path":"/foto/item-0002"');
  expect(page('mediabibliotheek.html')).toContain('"hasMap":true');
  for (const path of ['/kaart', `/kaart/${BLOCK}`])
    expect(page('sitemap-0.xml')).toContain(`"${path}"`);
  world.edit(2, { locationPrivacy: 'hidden' });
  await publish();
  expect([...live().values()].filter((text) => text.includes(BLOCK))).toEqual([]);
});

it('tells a position that may be read exactly as its block too', async () => {
  world.addItem({ location: place, locationPrivacy: 'exact' });
  await publisher().publish();
  expect(page('kaart.html')).toContain(BLOCK);
  expect(page('kaart.html')).not.toContain('52.13');
});

it('is made anew only when an area, a month or a species changes', async () => {
  world.addItem({ ...near, date: '2026-05-12' });
  world.addItem({ title: 'Elders' });
  const { publish } = publisher();
  await publish();
  const afterTitle = await renderedBy(publish, () => world.edit(1, { title: 'Anders' }));
  expect(afterTitle).toContain(`/kaart/${BLOCK}`);
  expect(afterTitle).not.toContain('/kaart');
  const afterOther = await renderedBy(publish, () => world.edit(2, { title: 'Anders' }));
  expect(afterOther.filter((path) => path.startsWith('/kaart'))).toEqual([]);
  expect(await renderedBy(publish, () => world.edit(1, { date: '2026-06-01' }))).toContain(
    '/kaart',
  );
  expect(await renderedBy(publish, () => showOwl(1))).toContain('/kaart');
  expect(page('soort/b/bubo-bubo.html')).toContain(
    `"areas":[{"name":"${BLOCK}","words":"omgeving Hoenderloo","count":1}]`,
  );
  expect(await filesFromNothing(world.deps())).toEqual(
    new Map([...live()].filter(([name]) => name !== 'release.json')),
  );
});

it('shows what is guarded as a region or not at all, also after going back', async () => {
  world.addItem({ ...near, date: '2026-05-12' });
  const { publish } = publisher();
  const open = await publish();
  showOwl(1);
  guard('region');
  await publish();
  expect(page('kaart.html')).toContain(`"name":"${REGION}"`);
  expect(page('kaart.html')).toContain('"words":"regio ');
  await back(open?.id);
  for (const text of live().values()) expect(text).not.toContain(BLOCK);
  expect(page('kaart.html')).toContain(`"name":"${REGION}"`);
  guard('hidden');
  await back(open?.id);
  expect(live().has('kaart.html')).toBe(false);
  for (const text of live().values()) expect(text).not.toContain(REGION);
});
