import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Entry } from '../snapshot/content-source.ts';
import { changedPlaces } from './plan-release.ts';

const entry = (seq: number): Entry => ({
  ...{ seq, slug: `item-${seq}`, type: 'photo', revision: 1, linkRevision: 1, featured: false },
  ...{ category: 'fauna', hash: 'a', ratio: 75 },
});
const before = [9, 7, 5, 3, 1].map(entry);
const [nine, seven, five, three, one] = before as [Entry, Entry, Entry, Entry, Entry];

it('finds an edited item and its neighbours, and nothing else', () => {
  expect(changedPlaces(before, before)).toEqual([]);
  expect(changedPlaces(before, [nine, seven, entry(5), three, one])).toEqual([1, 2, 3]);
});
it('finds what stands beside an item that is new or gone', () => {
  expect(changedPlaces(before, [nine, five, three, one])).toEqual([0, 1]);
  expect(changedPlaces(before, [seven, five, three, one])).toEqual([0]);
  expect(changedPlaces(before, [nine, seven, five, entry(4), three, one])).toEqual([2, 3, 4]);
  expect(changedPlaces(before, [...before, entry(0)])).toEqual([4, 5]);
  expect(changedPlaces([], before)).toEqual([0, 1, 2, 3, 4]);
});

it('finds every place whose entry or neighbour is another one, whatever changed', () => {
  const seqs = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 30 });
  fc.assert(
    fc.property(seqs, seqs, fc.array(fc.nat(40)), (then, now, edited) => {
      const known = new Map(then.map((seq) => [seq, entry(seq)]));
      const newestFirst = (a: Entry, b: Entry) => b.seq - a.seq;
      const old = [...known.values()].sort(newestFirst);
      const entries = now
        .map((seq) => (edited.includes(seq) ? entry(seq) : (known.get(seq) ?? entry(seq))))
        .sort(newestFirst);
      const around = (list: Entry[], at: number) => [list[at - 1], list[at], list[at + 1]];
      const isSame = (place: number) => {
        const at = old.indexOf(entries[place] as Entry); // a place of the list
        return at >= 0 && around(old, at).every((one, i) => one === around(entries, place)[i]);
      };
      const expected = [...entries.keys()].filter((place) => !isSame(place));
      expect(changedPlaces(old, entries)).toEqual(expected);
    }),
  );
});
