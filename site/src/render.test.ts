/** The compiled site renders a page of each kind. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type SiteFacts, sites } from '@veldlicht/contract/site-facts';
import type { PageData } from '@veldlicht/contract/snapshot';
import { knownSite, profileChanges, siteChanges } from '@veldlicht/contract/testing/site-changes';
import { beforeAll, expect, it } from 'vitest';
import { pagesOf } from '#testing/pages.ts';

type Render = typeof import('./render.ts').render;
const bundle = path.join(import.meta.dirname, '../dist/server/entry.mjs');

let render: Render;
let before: Map<PageData['kind'], string>;

async function textsOf(facts: SiteFacts) {
  const texts = new Map<PageData['kind'], string>();
  for (const page of pagesOf(facts)) {
    const { status, text } = await render(page.path, page);
    expect([page.kind, status]).toEqual([page.kind, page.kind === 'not-found' ? 404 : 200]);
    texts.set(page.kind, text);
  }
  return texts;
}

beforeAll(async () => {
  ({ render } = await import(pathToFileURL(bundle).href));
  before = await textsOf(knownSite);
});

it('renders a complete page of each kind, without undefined values', () => {
  expect([...before.keys()].toSorted()).toEqual(Object.keys(sites).toSorted());
  expect([...before].filter(([, text]) => /undefined|NaN/.test(text))).toEqual([]);
});

const changes: [changed: string, after: SiteFacts][] = [
  ...siteChanges.map(({ facts }): [string, SiteFacts] => {
    return [JSON.stringify(facts), { ...knownSite, ...facts }];
  }),
  ...profileChanges.map(({ profile }): [string, SiteFacts] => {
    const after = { ...knownSite, profile: { ...knownSite.profile, ...profile } };
    return [JSON.stringify(profile), after];
  }),
];

it.each(changes)(
  'with %s renders exactly those pages differently whose data differs',
  async (_, facts) => {
    const dataOf = (of: SiteFacts) => pagesOf(of).map((page) => JSON.stringify(page));
    const data = dataOf(knownSite);
    const differs = dataOf(facts).map((json, i) => json !== data[i]);
    const texts = await textsOf(facts);
    const kinds = [...texts.keys()];
    const changed = kinds.filter((kind) => texts.get(kind) !== before.get(kind));
    expect(changed).toEqual(kinds.filter((_, i) => differs[i]));
  },
);
