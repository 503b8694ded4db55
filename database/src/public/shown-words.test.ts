/**
 * No text that may reveal a place or day is public until somebody confirms it, wherever it was typed (decision 021).
 */

import { NO_FACTS } from '@veldlicht/contract/file-facts';
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import { ownRightsOf } from '@veldlicht/contract/rights';
import { askedTexts } from '@veldlicht/contract/settings';
import { single, stored, words } from '@veldlicht/contract/testing/blocks';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyGuard } from '../apply-guard.ts';
import {
  categories,
  guardRules,
  media,
  mediaRows,
  mediaSpecies,
  mediaTags,
  SHARED,
  settings,
  species,
  storyRows,
  textAnswers,
} from '../schema.ts';
import { addFile, addItem } from '../testing/add-item.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { leading } from '../words/testing-titles.ts';
import { project } from './project.ts';
import { openPublicDatabase, type PublicDatabase } from './public-database.ts';
import { hashOfText } from './shown-words.ts';

const OWL = 'Bubo bubo';
let t: TestDatabase;
let target: PublicDatabase;
beforeEach(async () => {
  t = await createTestDatabase();
  target = openPublicDatabase(':memory:');
  t.db
    .insert(species)
    .values({ scientificName: OWL, dutchName: 'Oehoe', groupName: 'birds' })
    .run();
  t.db
    .insert(guardRules)
    .values({ scientificName: OWL, level: 'block', months: [], nestMonths: null, reason: '' })
    .run();
});
afterEach(() => {
  target.close();
  t.remove();
});

const look = () => project(t.db, target, 'https://veldlicht.example', Date.UTC(2027, 0));
const column = (query: string) => target.prepare(query).pluck().all();
const items = () =>
  column('SELECT item FROM items ORDER BY seq').map((json) => JSON.parse(String(json)));
const told = () => items().map(({ title, description, alt }) => [title, description, alt]);

function addOwl(id: string, texts: Partial<typeof media.$inferSelect> = {}, creator?: string) {
  const hash = id.padStart(32, '0');
  addFile(t.db, hash, creator === undefined ? {} : { facts: { creator } });
  addItem(t.db, id, hash, { title: 'Uil', firstPublishedAt: null, ...texts });
  const mediaSeq = t.db.select({ seq: media.seq }).from(media).all().at(-1)?.seq ?? 0;
  t.db.insert(mediaSpecies).values({ mediaSeq, scientificName: OWL, position: 0 }).run();
  return mediaSeq;
}

function answer(subject: string, text: string, mayRead = true) {
  const by = { at: 1, by: 'iris' };
  t.db
    .insert(textAnswers)
    .values({ subject, hash: hashOfText(text), mayRead, ...by })
    .run();
}

it('withholds texts of an item', () => {
  // Texts with a position are kept off the site for that (public-texts.test.ts).
  const texts = leading
    .filter((text) => !holdsPosition(text))
    .map((text, n) => ({ id: `i${n}`, text }));
  expect(texts.length).toBeGreaterThanOrEqual(200);
  for (const { id, text } of texts) addOwl(id, { title: text, description: text, alt: text });
  applyGuard(t.db);
  look();
  expect(told()).toEqual(texts.map(() => ['Oehoe', null, 'Oehoe']));
  for (const { slug } of items()) expect(slug).toMatch(/^oehoe-\d{4}$/);
  for (const { id, text } of texts) answer(id, text, id !== 'i0');
  look();
  expect(told()).toEqual(
    texts.map(({ text }, n) => (n === 0 ? ['Oehoe', null, 'Oehoe'] : [text, text, text])),
  );
});

it('withholds its tags, their descriptions, and the credits in its file', () => {
  // Some of them: those of items are judged alike. Names that differ only in case are one name.
  const plain = leading.filter((text, n) => n % 4 === 0 && !holdsPosition(text));
  const names = [...new Map(plain.map((text) => [text.toLowerCase(), text])).values()];
  for (const [n, text] of names.entries()) {
    const mediaSeq = addOwl(`i${n}`, {}, text);
    const named = { id: `t${n}`, name: text, type: 'tag', sortOrder: n + 1 } as const;
    const calm = { ...named, id: `d${n}`, name: `mist ${'i'.repeat(n + 1)}`, description: text };
    t.db.insert(categories).values([named, calm]).run();
    t.db
      .insert(mediaTags)
      .values([`t${n}`, `d${n}`].map((tagId) => ({ mediaSeq, tagId })))
      .run();
    answer(SHARED, calm.name);
  }
  applyGuard(t.db);
  look();
  expect(column('SELECT name FROM tags')).toEqual([]);
  for (const { tags, rights } of items()) {
    expect(tags).toEqual([]);
    expect(rights).toEqual({});
  }
  for (const text of names) answer(SHARED, text);
  look();
  expect(column('SELECT name FROM tags')).toHaveLength(2 * names.length);
  expect(new Set(column('SELECT description FROM tags'))).toEqual(new Set([null, ...names]));
  // A day in a credit is never shown (contract/src/rights.ts).
  const creators = names.map((creator) => ownRightsOf({ ...NO_FACTS, creator }).creator);
  expect(items().map(({ rights }) => rights.creator)).toEqual(creators);
});

it('withholds stories that show it, because of their titles, addresses or texts', () => {
  addOwl('owl');
  const common = { kind: 'note', date: '2026-05-01', status: 'published' } as const;
  const times = { createdAt: 1, updatedAt: 1 };
  const shown = single('owl');
  for (const [n, text] of leading.entries()) {
    const digits = String(n).padStart(4, '0');
    const titled = { id: `t${n}`, slug: `nacht-${digits}`, title: text, body: stored(shown) };
    const worded = {
      id: `w${n}`,
      slug: `mist-${digits}`,
      title: 'Mist',
      body: stored(words(text), shown),
    };
    t.db
      .insert(storyRows)
      .values([titled, worded].map((one) => ({ ...common, ...times, ...one })))
      .run();
  }
  const plain = {
    id: 'plain',
    slug: 'vroege-mist-0001',
    title: 'Vroege mist',
    body: stored(shown),
  };
  const slugged = { id: 'slug', slug: 'hoenderloo-0001', title: 'Mist', body: stored(shown) };
  t.db
    .insert(storyRows)
    .values([plain, slugged].map((one) => ({ ...common, ...times, ...one })))
    .run();
  applyGuard(t.db);
  look();
  // The Markdown sign is ignored, which leaves the species name.
  const heading = `w${leading.indexOf('#oehoe')}`;
  expect(column('SELECT id FROM stories')).toEqual([heading, 'plain']);
  answer('slug', 'hoenderloo');
  for (const [n, text] of leading.entries()) answer(`t${n}`, text);
  look();
  expect(column('SELECT id FROM stories')).toHaveLength(leading.length + 3);
});

it('shows the name of a wide area only for items known to lie in it', () => {
  const title = 'Uil op de Veluwe';
  const near = { title, date: '2026-03-09', locationPrivacy: 'exact' } as const;
  const within = addOwl('within', {
    ...{ ...near, slug: 'uil-op-de-veluwe-0001' },
    location: '52.1312, 5.8604',
  });
  addOwl('beside', { ...near, location: '51.512, 5.123', date: '2026-04-09' });
  addOwl('nowhere', { ...near, date: '2026-05-09' });
  addOwl('edge', { ...near, location: '52.1312, 5.8604', description: 'Rand van de Veluwe.' });
  applyGuard(t.db);
  look();
  expect(told()).toEqual([
    [title, null, title],
    ['Oehoe', null, 'Oehoe'],
    ['Oehoe', null, 'Oehoe'],
    [title, null, title],
  ]);
  expect(items()[0].slug).toBe('uil-op-de-veluwe-0001');
  t.db.update(mediaRows).set({ location: '51.512, 5.123' }).where(eq(mediaRows.seq, within)).run();
  applyGuard(t.db, [within]);
  look();
  expect(told()[0]).toEqual(['Oehoe', null, 'Oehoe']);
  expect(items()[0].slug).toMatch(/^oehoe-/);
});

it('withholds an address in which a village is a common word', () => {
  addOwl('village', { title: 'Uil van Best', slug: 'uil-van-best-0001' });
  addOwl('plain', { title: 'Uil in de mist', slug: 'uil-in-de-mist-0001' });
  applyGuard(t.db);
  look();
  expect(items().map(({ slug }) => slug)).toEqual([
    expect.stringMatching(/^oehoe-\d{4}$/),
    'uil-in-de-mist-0001',
  ]);
});

it('withholds every text of an item whose place an open item of its outing shows', () => {
  const place = { date: '2026-03-09', location: '52.1312, 5.8604' };
  addFile(t.db, 'f'.repeat(32), {});
  const before = { createdAt: Date.UTC(2026, 2, 10), firstPublishedAt: Date.UTC(2026, 2, 10) };
  addItem(t.db, 'fox', 'f'.repeat(32), { ...place, ...before, title: 'Ree in het koren' });
  const later = { createdAt: Date.UTC(2026, 3, 20) };
  addOwl('owl', { ...place, ...later, title: 'Uil in het koren', slug: 'uil-in-het-koren-0001' });
  applyGuard(t.db);
  look();
  expect(told().map(([title]) => title)).toEqual(['Ree in het koren', 'Oehoe']);
  expect(items()[1].slug).toMatch(/^oehoe-\d{4}$/);
  answer('owl', 'Uil in het koren');
  look();
  expect(told()[1]?.[0]).toBe('Uil in het koren');
});

it('withholds the owner’s name of a species, shown for a captive animal, once an unseen item is guarded', () => {
  const dutchName = 'Oehoe van Nergena';
  t.db.update(species).set({ dutchName, own: true }).run();
  const captive = addOwl('captive');
  t.db
    .update(mediaSpecies)
    .set({ kind: 'captive' })
    .where(eq(mediaSpecies.mediaSeq, captive))
    .run();
  applyGuard(t.db);
  look();
  expect(column('SELECT dutch_name FROM species')).toEqual([dutchName]);
  t.db
    .insert(categories)
    .values({ id: 'x', name: 'Loenermark', type: 'category', sortOrder: 9 })
    .run();
  applyGuard(t.db, [addOwl('owl', { categoryId: 'x' })]);
  look();
  expect(items()).toHaveLength(1);
  expect(column('SELECT dutch_name FROM species')).toEqual([null]);
});

it('withholds the name of a category with only guarded items', () => {
  addOwl('owl');
  t.db.update(categories).set({ name: 'Hoenderloo' }).where(eq(categories.id, 'fauna')).run();
  applyGuard(t.db);
  const names = () => {
    look();
    return column('SELECT name FROM categories');
  };
  expect(names()).not.toContain('Hoenderloo');
  addFile(t.db, 'f'.repeat(32), {});
  addItem(t.db, 'fox', 'f'.repeat(32), { title: 'Vos' });
  expect(names()).toContain('Hoenderloo');
  expect(items().map(({ title }) => title)).toEqual(['Vos']);
  t.db.update(mediaRows).set({ status: 'draft' }).where(eq(mediaRows.id, 'fox')).run();
  expect(names()).not.toContain('Hoenderloo');
  answer(SHARED, 'Hoenderloo');
  t.db.update(categories).set({ description: 'x' }).where(eq(categories.id, 'fauna')).run();
  expect(names()).toContain('Hoenderloo');
});

it('withholds texts of the site, and the owner’s name of the species', () => {
  addOwl('owl');
  applyGuard(t.db);
  for (let from = 0; from < leading.length; from += askedTexts.length) {
    const texts = leading.slice(from, from + askedTexts.length);
    const profile = Object.fromEntries(texts.map((text, n) => [askedTexts[n], text]));
    t.db.update(settings).set({ profile }).run();
    t.db
      .update(species)
      .set({ dutchName: texts[0] ?? '', own: true })
      .run();
    look();
    const facts = JSON.parse(String(column('SELECT facts FROM site')[0]));
    for (const [n, text] of texts.entries())
      expect(facts.profile[askedTexts[n] ?? '']).not.toBe(text);
    expect(items()[0]).toMatchObject({ species: [{ scientificName: OWL, dutchName: null }] });
    expect(column('SELECT dutch_name FROM species')).toEqual([null]);
  }
});
