/**
 * Builds two worlds that differ only in guarded facts: the place of each guarded outing within its area and its day
 * within the month. Their public data must be equal (decision 021).
 */

import { isOwnReason } from '@veldlicht/contract/guard';
import { single, stored } from '@veldlicht/contract/testing/blocks';
import { applyGuard } from '@veldlicht/database/apply-guard';
import { rdGrid } from '@veldlicht/database/positions/position';
import {
  files,
  guardRules,
  media,
  mediaRows,
  mediaSpecies,
  species,
  storyRows,
} from '@veldlicht/database/schema';
import { settlementsWithin } from '@veldlicht/database/settlement';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import type { World } from './world.ts';

const kinds = {
  block: { scientificName: 'Meles meles', dutchName: 'Das', side: 5 },
  region: { scientificName: 'Bubo bubo', dutchName: 'Oehoe', side: 20 },
  hidden: { scientificName: 'Lutra lutra', dutchName: 'Otter', side: 20 },
} as const;
const FOX = { scientificName: 'Vulpes vulpes', dutchName: 'Vos' };

/** Share of a side: another place in each world. */
const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });

const member = fc.record({
  shows: fc.constantFrom('source', 'source', 'nest', 'name', 'fox', 'fox', 'nothing'),
  /** Minutes after the first photo. */
  minutes: fc.integer({ min: 0, max: 110 }),
  /** Kilometres from the first. */
  aside: fc.tuple(
    fc.double({ min: -1.5, max: 1.5, noNaN: true }),
    fc.double({ min: -1.5, max: 1.5, noNaN: true }),
  ),
  place: fc.constantFrom('position', 'position', 'position', 'words', 'none'),
  privacy: fc.constantFrom('exact', 'exact', 'approximate', 'hidden'),
  clock: fc.constantFrom('offset', 'offset', 'far offset', 'no offset', 'no time', 'film'),
  words: fc.constantFrom('plain', 'place', 'day', 'both'),
  status: fc.constantFrom('published', 'published', 'published', 'draft'),
});
type Member = typeof member extends fc.Arbitrary<infer Value> ? Value : never;

/** Place and day of an outing, in which the worlds differ. */
const secret = fc.record({ x: share, y: share, day: fc.integer({ min: 1, max: 4 }) });
type Secret = typeof secret extends fc.Arbitrary<infer Value> ? Value : never;

const outing = fc.record({
  level: fc.constantFrom(...(['block', 'region', 'hidden'] as const)),
  month: fc.integer({ min: 3, max: 4 }),
  first: fc.constantFrom(...(['source', 'nest', 'name'] as const)),
  members: fc.array(member, { minLength: 1, maxLength: 4 }),
  /** The same site in another month. */
  again: fc.array(member, { maxLength: 2 }),
  secrets: fc.tuple(secret, secret),
  /** Ordinary items in the same area, late in the month. */
  neighbours: fc.array(member, { maxLength: 2 }),
});
type Outing = typeof outing extends fc.Arbitrary<infer Value> ? Value : never;

const story = fc.record({
  kind: fc.constantFrom(...(['note', 'series'] as const)),
  shows: fc.array(fc.nat(), { maxLength: 4 }),
  links: fc.array(fc.nat(), { maxLength: 2 }),
  status: fc.constantFrom(...(['published', 'published', 'draft'] as const)),
  words: fc.constantFrom('plain', 'place', 'day'),
});

export const twoWorlds = fc.record({
  outings: fc.array(outing, { minLength: 1, maxLength: 4 }),
  stories: fc.array(story, { maxLength: 3 }),
  /** Order of adding and changing items. */
  order: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
  turns: fc.array(
    fc.record({ item: fc.nat(), to: fc.constantFrom('draft', 'published', 'gone') }),
    {
      maxLength: 6,
    },
  ),
});
export type Plan = typeof twoWorlds extends fc.Arbitrary<infer Value> ? Value : never;

/** Outings are 60 km apart, so that none is company of another. */
const SLOTS = [
  [40, 380],
  [100, 440],
  [160, 380],
  [160, 500],
] as const;

interface Made {
  id: string;
  slug: string;
  day: string;
  village: string;
  /** The source of its outing, which is always public. */
  isSure: boolean;
}

const pad = (n: number) => String(n).padStart(2, '0');

/** Fills a world from a plan, with the first or second secrets. */
export function fillWorld({ db, addItem }: World, plan: Plan, which: 0 | 1): Fill {
  const made: Made[] = [];
  const rows = [...Object.values(kinds), FOX].map(({ scientificName, dutchName }) => ({
    scientificName,
    dutchName,
    groupName: 'mammals' as const,
  }));
  db.insert(species).values(rows).run();
  for (const [level, { scientificName }] of Object.entries(kinds))
    db.insert(guardRules)
      .values({
        level: level as keyof typeof kinds, // its keys
        scientificName,
        months: [],
        nestMonths: [3, 4],
        reason: '',
      })
      .run();

  let chance = 0.1;
  const guard = (seqs: number[], because: string[] = []) =>
    applyGuard(db, seqs, { because, chance: () => (chance = (chance + 0.37) % 1) });

  /** Pending items by outing, the source first: what is public before it stays public. */
  const pending = plan.outings.map((one, slot) => outingItems(one, slot));

  function outingItems(one: Outing, slot: number): (() => void)[] {
    const [west, south] = SLOTS[slot] ?? SLOTS[0];
    const { scientificName } = kinds[one.level];
    // A nest is hidden, with everything taken beside it in other months.
    const { side } = kinds[one.first === 'nest' ? 'hidden' : one.level];
    const mine: Secret = one.secrets[which];
    const anchor = [west + mine.x * side, south + mine.y * side] as const;
    const firstMember: Member = {
      shows: one.first,
      minutes: 0,
      aside: [0, 0],
      place: 'position',
      privacy: 'exact',
      clock: 'offset',
      words: 'plain',
      status: 'published',
    };
    const base = { scientificName, level: one.level, anchor };
    // Outings have distinct days: an item without a place is company of its whole day.
    const day = 5 * slot + mine.day;
    const at = (month: number, of: number) => ({ ...base, month, day: of });
    return [
      () => add(firstMember, at(one.month, day), true, true),
      ...one.members.map((m) => () => add(m, at(one.month, day), true)),
      ...one.again.map(
        (m, i) => () => add(i === 0 ? { ...firstMember, words: m.words } : m, at(9, day), true),
      ),
      // The same place and day in both worlds, never company of the outing.
      ...one.neighbours.map(
        (m, i) => () =>
          add(
            { ...m, shows: 'fox', words: 'plain', clock: 'offset' },
            { ...at(one.month, 25 + i), anchor: [west + 2, south + 2] },
            false,
          ),
      ),
    ];
  }

  interface Where {
    scientificName: string;
    anchor: readonly [number, number];
    month: number;
    day: number;
  }

  function add(
    m: Member,
    { scientificName, anchor, month, day }: Where,
    isSecret: boolean,
    isSure = false,
  ): void {
    const n = made.length;
    const [lon = 0, lat = 0] = rdGrid.inverse([
      (anchor[0] + m.aside[0]) * 1000,
      (anchor[1] + m.aside[1]) * 1000,
    ]);
    const position = `${lat.toFixed(6)}, ${lon.toFixed(6)}`;
    const village = settlementsWithin({ lat, lon }, 15)[0] ?? 'Buiten';
    const date = `2026-${pad(month)}-${pad(day)}`;
    const moment = Date.parse(`${date}T06:00:00Z`) + m.minutes * 60_000;
    const words = {
      plain: '',
      place: ` bij ${village}`,
      day: ` op ${day} mei`,
      both: ` in ${village}, ${day} mei`,
    }[
      m.words as 'plain' // of these four
    ];
    const isNamed = m.shows === 'name';
    const name = isNamed
      ? (Object.values(kinds).find((k) => k.scientificName === scientificName)?.dutchName ?? '')
      : '';
    const location = { position, words: `achter ${village}`, none: null }[m.place as 'none'];
    const told = isSecret ? words : '';
    const seq = addItem({
      type: m.clock === 'film' ? 'video' : 'photo',
      title: `${name || 'Vroege ochtend'}${told}`,
      description: told ? `Gezien${told}` : null,
      location: isSecret ? location : 'Veluwe',
      locationPrivacy: m.privacy as 'exact', // of three
      date: m.clock === 'film' ? null : date,
      status: m.status as 'draft', // of two
      tags: told && m.words === 'place' ? [village.toLowerCase()] : [],
      // In the order of items, and on a guarded day too.
      createdAt: Date.parse(`2026-${pad(month)}-${pad(isSecret ? day + 2 : 25)}T00:00:00Z`),
    });
    const row = db.select().from(media).where(eq(media.seq, seq)).get();
    if (!row) throw new Error('no row');
    db.update(files)
      .set({ facts: factsOf(m, date, moment, isSecret ? `© Piet${words}` : null) })
      .where(eq(files.hash, row.fileHash))
      .run();
    const shown = m.shows === 'fox' ? FOX.scientificName : scientificName;
    if (['source', 'nest', 'fox'].includes(m.shows))
      db.insert(mediaSpecies)
        .values({ mediaSeq: seq, scientificName: shown, position: 0, nest: m.shows === 'nest' })
        .run();
    made.push({ id: row.id, slug: row.slug, day: date, village, isSure });
    guard([seq]);
    if (n !== made.length - 1) throw new Error('order');
  }

  function tell(one: Plan['stories'][number], n: number): void {
    const at = (i: number) => made[i % made.length] as Made; // there is one
    if (made.length === 0) return;
    const shown = [...new Set(one.shows.map((i) => at(i).id))];
    const links = one.links.map((i) => `[daar](/foto/${at(i).slug})`).join(' ');
    // A story's day is guarded with its items.
    const sure = [...one.shows, ...one.links].map(at).find(({ isSure }) => isSure);
    const { village, day } = sure ?? { village: 'Ede', day: '2026-05-05' };
    const words = { plain: 'vroeg op pad', place: `bij ${village}`, day: `op ${day}` }[
      one.words as 'plain'
    ];
    const body = stored(
      { kind: 'text', text: `${words} ${links}` },
      ...shown.map((id) => single(id)),
    );
    db.insert(storyRows)
      .values({
        id: `story-${n}`,
        kind: one.kind,
        slug: `verhaal-000${n}`,
        title: 'Een verhaal',
        date: day,
        body,
        cover: null,
        status: one.status,
        createdAt: Date.parse(day),
        updatedAt: 1,
      })
      .run();
    guard([], [`story-${n}`]);
  }

  /** Adds the items; `look` reads public data in between. */
  function run(look: () => void): void {
    for (let step = 0; pending.some(({ length }) => length > 0); step++) {
      const rest = pending.filter(({ length }) => length > 0);
      rest[(plan.order[step % plan.order.length] ?? 0) % rest.length]?.shift()?.();
      if (step % 12 === 11) look();
    }
    for (const [n, one] of plan.stories.entries()) tell(one, n);
    look();
    for (const { item, to } of plan.turns) {
      const { id, isSure } = made[item % made.length] as Made; // there is one
      const row = db.select().from(media).where(eq(media.id, id)).get();
      if (!row || isSure) continue;
      // What a source lends ends with it.
      if (to === 'gone' && row.guardReasons.some(isOwnReason)) continue;
      if (to === 'gone') {
        db.update(mediaRows).set({ deletedAt: 1 }).where(eq(mediaRows.id, id)).run();
        guard([], [id]);
      } else {
        db.update(mediaRows)
          .set({ status: to as 'draft' })
          .where(eq(mediaRows.id, id))
          .run(); // of two
        guard([row.seq]);
      }
      look();
    }
  }
  return { run };
}

interface Fill {
  run: (look: () => void) => void;
}

const clocks = {
  offset: { hours: 2, offset: '+02:00' },
  'far offset': { hours: 9, offset: '+09:00' },
  'no offset': { hours: 2, offset: null },
  'no time': { hours: 2, offset: null },
  film: { hours: 0, offset: null },
} as const;

function factsOf({ clock }: Member, date: string, moment: number, copyright: string | null) {
  const { hours, offset } = clocks[clock as keyof typeof clocks];
  const local = new Date(moment + hours * 3_600_000).toISOString();
  const time = clock === 'no time' ? null : local.slice(11, 19);
  return { date: clock === 'film' ? local.slice(0, 10) : date, time, offset, copyright };
}
