/** A setting changes only pages that show it. */
import type { SiteProfile } from '@veldlicht/contract/settings';
import { kindsShowing, sites } from '@veldlicht/contract/site-facts';
import type { PageData } from '@veldlicht/contract/snapshot';
import { knownSite, profileChanges } from '@veldlicht/contract/testing/site-changes';
import { mediaSpecies, settings, species, storyRows } from '@veldlicht/database/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectInMemory } from '../publish/projection.ts';
import { createWorld, type World } from '../testing/world.ts';
import { allPaths, shownAt } from './routes.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { addItem, db } = world;
  addItem({ location: '52.131234, 5.860432', locationPrivacy: 'approximate', featured: true });
  addItem({ type: 'video' });
  const names = {
    scientificName: 'Limosa limosa',
    dutchName: 'Grutto',
    groupName: 'birds',
  } as const;
  db.insert(species).values(names).onConflictDoNothing().run();
  db.insert(mediaSpecies)
    .values({ mediaSeq: 1, scientificName: 'Limosa limosa', position: 0 })
    .run();
  const story = {
    title: 'Vorst',
    date: '2026-01-09',
    status: 'published',
    createdAt: 1,
    updatedAt: 1,
  } as const;
  db.insert(storyRows)
    .values([
      { ...story, id: 'n1', kind: 'note', slug: 'vorst-0001', body: '[]' },
      { ...story, id: 's1', kind: 'series', slug: 'vorst-0002', body: '[]' },
    ])
    .run();
});
afterAll(() => world.remove());

/** Facts and pages of a site with these settings, by address. */
function siteWith(profile: SiteProfile) {
  world.db.update(settings).set({ profile }).run();
  using content = projectInMemory(world.folder.database, knownSite.origin, 10_000);
  const pages = allPaths(content).flatMap((path) => {
    const shown = shownAt(content, path);
    return shown && 'page' in shown ? shown.page : [];
  });
  return { facts: content.site, pages: new Map(pages.map((page) => [page.path, page])) };
}

it('gives every page no more of the settings than its kind shows', () => {
  const pages = [...siteWith(knownSite.profile).pages.values()];
  expect([...new Set(pages.map(({ kind }) => kind))].toSorted()).toEqual(
    Object.keys(sites).toSorted(),
  );
  for (const { kind, path, site } of pages)
    expect([path, sites[kind].safeParse(site).error]).toEqual([path, undefined]);
});

it.each(profileChanges)('changes only pages of kinds that show $profile', ({ profile }) => {
  const before = siteWith(knownSite.profile);
  const after = siteWith({ ...knownSite.profile, ...profile });
  const all = new Map([...before.pages, ...after.pages]);
  const textOf = (of: Map<string, PageData>, path: string) => JSON.stringify(of.get(path));
  const changed = [...all.values()].flatMap(({ path, kind }) =>
    textOf(before.pages, path) === textOf(after.pages, path) ? [] : kind,
  );
  expect([...new Set(changed)].toSorted()).toEqual(
    kindsShowing(before.facts, after.facts).toSorted(),
  );
});
