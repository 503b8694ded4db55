/** An address stays dirty until its current content is published and recorded. */
import { openPublicDatabase } from '@veldlicht/database/public/public-database';
import { expect, it } from 'vitest';
import { markPaths } from '../routes/routes.ts';
import { type Outcome, pagesTable } from './pages-table.ts';

const made: Outcome = {
  path: '/over',
  serial: 1,
  isNew: true,
  key: 'a',
  file: '1.html',
  hash: 'h',
  bytes: 1,
};

/** One page, marked at serial 1 and published with the key `publishedKey`. */
function setup(publishedKey?: string) {
  const db = openPublicDatabase(':memory:');
  const pages = pagesTable(db);
  const mark = (serial: number) => markPaths(db, [made.path], serial);
  const state = () => ({
    key: db.prepare('SELECT key FROM pages').pluck().get(),
    dirty: db.prepare('SELECT serial FROM dirty').pluck().get(),
  });
  mark(1);
  if (publishedKey !== undefined) {
    pages.begin([made]);
    pages.record([{ ...made, key: publishedKey }]);
    mark(1);
  }
  return { db, pages, mark, state };
}

it('records moved pages', () => {
  const { pages, state } = setup();
  pages.remember(made);
  pages.begin([made]);
  expect(state()).toEqual({ key: '', dirty: 1 });
  pages.record([made]);
  expect(state()).toEqual({ key: 'a', dirty: undefined });
});

it('has no key for a page marked after it moved', () => {
  const { pages, mark, state } = setup();
  pages.remember(made);
  pages.begin([made]);
  mark(2);
  pages.record([made]);
  expect(state()).toEqual({ key: '', dirty: 2 });
});

it('moves nothing made before a newer mark', () => {
  const { pages, mark } = setup();
  pages.remember(made);
  expect(pages.outcomes(9, 'all')).toEqual([made]);
  mark(2);
  expect([pages.isStill(made), pages.outcomes(9, 'all')]).toEqual([false, []]);
  expect(pages.dirty('all', '', 9)).toMatchObject([{ path: made.path, serial: 2 }]);
});

it('makes a page that was unchanged and then lost', () => {
  const { pages, state } = setup('a');
  const same = { ...made, isNew: false, file: null, hash: null };
  pages.remember(same);
  pages.lose([made.path]);
  pages.record([same]);
  expect(state()).toEqual({ key: '', dirty: 1 });
});

it('keeps the mark to show less until the page moves', () => {
  const { db, pages } = setup('b');
  db.exec('UPDATE dirty SET is_less = 1');
  pages.remember(made);
  expect(pages.dirty('less', '', 9)).toMatchObject([{ path: made.path }]);
  pages.record([made]);
  expect(pages.dirty('less', '', 9)).toEqual([]);
});
