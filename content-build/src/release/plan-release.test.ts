import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Entry } from '../snapshot/content-source.ts';
import { changedPlaces } from './plan-release.ts';

const entry = (seq: number): Entry => ({
  ...{
    seq,
    order: seq,
    species: [],
    area: null,
    year: null,
    month: null,
    slug: `item-${seq}`,
    type: 'photo',
    key: 1,
    linkKey: 1,
  },
  ...{ featured: false, hero: false, cover: false },
  ...{ category: 'fauna', hash: 'a', ratio: 75 },
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
