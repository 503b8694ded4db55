import { expect, expectTypeOf, it } from 'vitest';
import { emptyProfile } from './settings.ts';
import {
  kindsShowing,
  type SiteFacts,
  type SiteOf,
  siteFacts,
  siteOf,
  sites,
} from './site-facts.ts';
import { pageData } from './snapshot.ts';
import { knownSite, profileChanges, siteChanges } from './testing/site-changes.ts';

const showing = (after: SiteFacts) => kindsShowing(knownSite, after).toSorted();

it.each(siteChanges)('a change to $facts is for $kinds', ({ facts, kinds }) => {
  expect(showing({ ...knownSite, ...facts })).toEqual(kinds.toSorted());
});

it.each(profileChanges)('a change to $profile is for $kinds', ({ profile, kinds }) => {
  const after = { ...knownSite, profile: { ...knownSite.profile, ...profile } };
  expect(showing(after)).toEqual(kinds.toSorted());
});

it('covers every fact', () => {
  const changed = [
    ...siteChanges.flatMap(({ facts }) => Object.keys(facts)),
    ...profileChanges.flatMap(({ profile }) => Object.keys(profile)),
  ];
  const { profile, ...facts } = siteFacts.shape;
  const all = [...Object.keys(facts), ...Object.keys(emptyProfile)];
  expect([...new Set(changed)].toSorted()).toEqual(all.toSorted());
});

it('finds no kind for an unchanged site', () => {
  expect(showing(structuredClone(knownSite))).toEqual([]);
});

it('gives a page the facts of its kind, and refuses a page with more', () => {
  expect(siteOf(knownSite, 'sitemap')).toEqual({ origin: knownSite.origin });
  const page = { kind: 'licence', path: '/licentie', site: siteOf(knownSite, 'licence') };
  expect(pageData.parse(page)).toEqual(page);
  const { profile } = knownSite;
  for (const site of [knownSite, { ...page.site, profile }])
    expect(pageData.safeParse({ ...page, site }).success).toBe(false);
});

it('has a site for each kind of page, and for no other', () => {
  const kinds = pageData.options.map(({ shape }) => shape.kind.value);
  expect(Object.keys(sites).toSorted()).toEqual(kinds.toSorted());
});

it('has no type for facts that a page does not show', () => {
  expectTypeOf<SiteOf<'home'>['profile']>().toHaveProperty('heroTitle');
  expectTypeOf<SiteOf<'item'>['profile']>().not.toHaveProperty('heroTitle');
  expectTypeOf<SiteOf<'sitemap'>>().toEqualTypeOf<{ origin: string }>();
});
