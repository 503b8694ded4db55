/** Edits of owners, each decided by a number, for property tests. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { objectOf } from '@veldlicht/contract/by-name';
import { guardLevels } from '@veldlicht/contract/guard';
import { publicTextFields } from '@veldlicht/contract/item-fields';
import type { StoryKind } from '@veldlicht/contract/story';
import { single, stored, words } from '@veldlicht/contract/testing/blocks';
import { applyGuard } from '@veldlicht/database/apply-guard';
import { newId } from '@veldlicht/database/new-id';
import { openDatabase } from '@veldlicht/database/open';
import { ARCHIVE_ITEMS } from '@veldlicht/database/public/public-database';
import { checkPublicTexts, checkStories } from '@veldlicht/database/public-texts';
import {
  categories,
  contentState,
  files,
  guardRules,
  media,
  mediaRows,
  mediaSpecies,
  mediaTags,
  settings,
  species,
  storyRows,
} from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { addReplacement, firstFile, makeRenditions, spotIn, spotOf } from './random-facts.ts';
import type { World } from './world.ts';

const HOUR = 3_600_000;
const privacies = ['exact', 'approximate', 'hidden'] as const;

/** Everything that an item ever had. */
type Past = Record<'titles' | 'spots' | 'hashes' | 'slugs', Set<string>>;

/** A library and its past. */
export interface Course {
  world: World;
  past: Map<number, Past>;
  now: number;
  /** Steps so far; makes names unique. */
  count: number;
}

export function startCourse(world: World): Course {
  for (const [scientificName, dutchName] of kindsOfSpecies)
    world.db
      .insert(species)
      .values({ scientificName, dutchName, groupName: 'birds' })
      .onConflictDoNothing()
      .run();
  return { world, past: new Map(), now: 1_800_000_000_000, count: 0 };
}

export function pastOf({ past }: Pick<Course, 'past'>, seq: number): Past {
  const known = past.get(seq) ?? {
    titles: new Set<string>(),
    spots: new Set<string>(),
    hashes: new Set<string>(),
    slugs: new Set<string>(),
  };
  past.set(seq, known);
  return known;
}

export function remember(course: Course): void {
  for (const row of course.world.db.select().from(media).all()) {
    const known = pastOf(course, row.seq);
    known.slugs.add(row.slug);
    known.titles.add(row.title);
    if (row.location) known.spots.add(row.location);
    known.hashes.add(row.fileHash);
  }
}

/** Next number, or the first of another range of ages. */
function nextSeq({ db }: World, isFar: boolean): number {
  const last = Math.max(
    0,
    ...db
      .select({ seq: media.seq })
      .from(media)
      .all()
      .map(({ seq }) => seq),
  );
  return isFar ? (Math.ceil(last / ARCHIVE_ITEMS) + 1) * ARCHIVE_ITEMS : last + 1;
}

export function add({ world, count, now }: Course, pick: number): void {
  world.addItem({
    seq: nextSeq(world, pick % 6 === 0),
    title: `Titel-${count}-x`,
    type: pick % 8 === 3 ? 'video' : 'photo',
    location: spotOf(0, count),
    locationPrivacy: privacies[pick % 3] ?? 'exact',
    publishFrom: pick % 5 === 0 ? now + 2 * HOUR : null,
    tags: pick % 2 ? ['mist'] : [],
    featured: pick % 7 === 0,
    createdAt: now,
    updatedAt: now,
  });
}

type Row = typeof media.$inferSelect;
type Change = (course: Course, row: Row, pick: number) => unknown;

const set =
  (
    values: (course: Course, pick: number, row: Row) => Partial<typeof mediaRows.$inferInsert>,
  ): Change =>
  (course, row, pick) =>
    course.world.db
      .update(mediaRows)
      .set(values(course, pick, row))
      .where(eq(mediaRows.seq, row.seq))
      .run();

/** Applies the guard afterwards. */
const guarded =
  (change: Change): Change =>
  (course, row, pick) => {
    change(course, row, pick);
    applyGuard(course.world.db);
  };

const setCategory =
  (values: (pick: number) => Partial<typeof categories.$inferInsert>, id?: string): Change =>
  ({ world }, row, pick) =>
    world.db
      .update(categories)
      .set(values(pick))
      .where(eq(categories.id, id ?? row.categoryId))
      .run();

/** Two of them share an address. */
const kindsOfSpecies = [
  ['Bubo bubo', 'Oehoe'],
  ['Limosa limosa', 'Grutto'],
  ['Limosa Limosa', null],
  ['Vulpes vulpes', 'Vos'],
] as const;
const speciesOf = (pick: number) => kindsOfSpecies[pick % kindsOfSpecies.length]?.[0] ?? '';

const storyKind = (n: number): StoryKind => (n % 2 ? 'note' : 'series');

/** Blocks of a story about some items. */
const storyBody = (text: string, ids: string[]): string =>
  stored(words(text), ...ids.map((id) => single(id)), words(text));

/** Changes one of five stories, if it exists. */
const setStory =
  (
    values: (course: Course, pick: number, row: Row) => Partial<typeof storyRows.$inferInsert>,
  ): Change =>
  (course, row, pick) => {
    course.world.db
      .update(storyRows)
      .set(values(course, pick, row))
      .where(eq(storyRows.id, `s${pick % 5}`))
      .run();
    checkStories(course.world.db);
  };

const day = (pick: number) => `2026-0${1 + (pick % 4)}-1${pick % 3}`;

function tell({ world, count }: Course, row: Row, pick: number): void {
  const n = pick % 5;
  const kind = storyKind(n);
  const others = world.db.select({ id: media.id }).from(media).all();
  const ids = [row.id, others[pick % others.length]?.id ?? row.id];
  const told = {
    body: storyBody(`Verhaal ${count}`, ids),
    title: `Verhaal ${count}`,
    date: day(pick),
    cover: pick % 3 ? row.id : null,
  };
  world.db
    .insert(storyRows)
    .values({
      id: `s${n}`,
      kind,
      slug: `verhaal-000${n}`,
      status: 'published',
      createdAt: count,
      updatedAt: count,
      ...told,
    })
    .onConflictDoUpdate({ target: storyRows.id, set: told })
    .run();
  checkStories(world.db);
}

const works = ['newest', 'featured', 'series'] as const;

const changeSpecies = (world: World, pick: number, change: Partial<typeof species.$inferInsert>) =>
  world.db
    .update(species)
    .set(change)
    .where(eq(species.scientificName, speciesOf(pick)))
    .run();

/** All edits. */
export const edits: Record<string, Change> = {
  add: (course, _row, pick) => add(course, pick),
  title: set(({ count }) => ({ title: `Titel-${count}-x` })),
  describe: set(({ count }) => ({ description: `Verhaal ${count}` })),
  'say what is seen': set(({ count }) => ({ alt: `Foto ${count}` })),
  date: guarded(set((_, pick) => ({ date: pick % 5 ? day(pick) : null }))),
  focus: set((_, pick) => ({ focusX: (pick % 10) / 10 })),
  categorise: set(({ world }, pick) => {
    const all = world.db.select().from(categories).where(eq(categories.type, 'category')).all();
    return { categoryId: all[pick % all.length]?.id };
  }),
  delete: guarded(({ world }, { seq }) =>
    world.db.delete(mediaRows).where(eq(mediaRows.seq, seq)).run(),
  ),
  draft: set((_, _pick, { status }) => ({ status: status === 'draft' ? 'published' : 'draft' })),
  feature: set((_, _pick, { featured }) => ({ featured: !featured })),
  'choose as hero': set((_, _pick, { hero }) => ({ hero: !hero })),
  'choose as cover': set((_, _pick, { cover }) => ({ cover: !cover })),
  tag: ({ world }, { seq }, pick) =>
    world.db
      .insert(mediaTags)
      .values({ mediaSeq: seq, tagId: world.addTag(pick % 2 ? 'mist' : 'vorst') })
      .onConflictDoNothing()
      .run(),
  untag: ({ world }, { seq }) =>
    world.db.delete(mediaTags).where(eq(mediaTags.mediaSeq, seq)).run(),
  'delete tags': ({ world }) => world.db.delete(categories).where(eq(categories.type, 'tag')).run(),
  'add category': ({ world, count }, _row, pick) =>
    world.db
      .insert(categories)
      .values({
        id: `c${count}`,
        type: 'category',
        name: `Zee ${pick % 2 ? '-' : '&'} ${count}`,
        sortOrder: 1,
      })
      .run(),
  'rename category': setCategory((pick) => ({ name: `naam-${pick}` })),
  'rename to the same address': ({ world }) => {
    for (const [i, name] of ['Zee & strand', 'zee, strand'].entries())
      world.db
        .update(categories)
        .set({ name })
        .where(eq(categories.id, ['fauna', 'macro'][i] ?? ''))
        .run();
  },
  'move category': setCategory((pick) => ({ sortOrder: (pick % 9) + 1 })),
  'describe category': setCategory((pick) => ({ description: pick % 3 ? `Wild ${pick}` : null })),
  'rename tag': setCategory((pick) => ({ name: `${pick % 3 ? 'a' : 'z'}-${pick}` }), 'tag-mist'),
  'move tag': setCategory((n) => ({ sortOrder: (n % 9) + 1 }), 'tag-mist'),
  'show a species': guarded(({ world }, { seq }, pick) =>
    world.db
      .insert(mediaSpecies)
      .values({ mediaSeq: seq, scientificName: speciesOf(pick), position: pick % 4 })
      .onConflictDoNothing()
      .run(),
  ),
  'show no species': guarded(({ world }, { seq }) =>
    world.db.delete(mediaSpecies).where(eq(mediaSpecies.mediaSeq, seq)).run(),
  ),
  'rename a species': ({ world, count }, _row, pick) =>
    changeSpecies(world, pick, { dutchName: pick % 4 ? `Soort ${count}` : null }),
  'open the page of a species': ({ world }, { id }, pick) =>
    changeSpecies(world, pick, {
      own: true,
      words: pick % 3 ? `Soms ${pick} bij elkaar` : null,
      picture: pick % 4 ? id : null,
    }),
  'regroup a species': ({ world }, _row, pick) =>
    changeSpecies(world, pick, { groupName: pick % 2 ? 'mammals' : 'birds' }),
  'guard a species': guarded(({ world }, _row, pick) => {
    const level = guardLevels[pick % 3] ?? 'hidden';
    const rule = { scientificName: speciesOf(pick), months: [], nestMonths: [], reason: '', level };
    const update = { target: guardRules.scientificName, set: { level } };
    world.db.insert(guardRules).values(rule).onConflictDoUpdate(update).run();
  }),
  'guard no species': guarded(({ world }) => world.db.delete(guardRules).run()),
  tell,
  'tell in other words': setStory(({ count }, _, { id }) => ({
    body: storyBody(`Woorden ${count}`, [id]),
  })),
  'call a story otherwise': setStory(({ count }) => ({ title: `Verhaal ${count}` })),
  'date a story': setStory((_, pick) => ({ date: day(Math.floor(pick / 5)) })),
  'move a story': setStory(({ count }) => ({ slug: `verhaal-x-${1000 + count}` })),
  'schedule a story': setStory(({ now }, pick) => ({
    publishFrom: pick % 2 ? now + HOUR : null,
    publishUntil: pick % 3 ? now + 3 * HOUR : null,
  })),
  'hide a story': setStory((_, pick) => ({ status: pick % 2 ? 'draft' : 'published' })),
  'delete a story': setStory(({ now }, pick) => ({ deletedAt: pick % 2 ? now : null })),
  settings: ({ world }, { id }, pick) =>
    world.db
      .update(settings)
      .set({
        profile: {
          heroTitle: `Licht ${pick % 3}`,
          photographer: pick % 4 ? 'Joris' : 'Mira',
          aboutLong: pick % 3 ? 'Vroeg op.' : '',
          portrait: pick % 2 ? id : '',
          homeWork: works[pick % 3] ?? 'newest',
          homeSeries: ['s0', 's2'],
          notForTraining: pick % 5 > 0,
        },
      })
      .run(),
  'new file': set(({ world }, pick, { fileHash }) => ({
    previousFileHash: fileHash,
    fileHash: addReplacement(world, pick),
  })),
  'file ready': ({ world }) => {
    const renditions = firstFile(world).renditions;
    world.db
      .update(files)
      .set({ processing: 'ready', renditions })
      .where(eq(files.processing, 'working'))
      .run();
    makeRenditions(world);
  },
  'file looks otherwise': ({ world, count }, { fileHash }) =>
    world.db
      .update(files)
      .set({ placeholder: `data:image/${count}`, color: `#${100_000 + count}` })
      .where(eq(files.hash, fileHash))
      .run(),
  'file has another placeholder': ({ world, count }, { fileHash }) =>
    world.db
      .update(files)
      .set({ placeholder: `data:image/${count}` })
      .where(eq(files.hash, fileHash))
      .run(),
  'file of another': set(({ world }, pick, { fileHash, type }) => {
    const rows = world.db.select().from(media).where(eq(media.type, type)).all();
    return { fileHash: rows[(pick + 1) % rows.length]?.fileHash ?? fileHash };
  }),
  'lose files': ({ world, count }) => {
    const rows = world.db.select().from(media).all();
    const used = new Set(rows.flatMap((row) => [row.fileHash, row.previousFileHash]));
    for (let n = 2; n <= count; n++) {
      const hash = world.hashOfFile(n);
      if (used.has(hash)) continue;
      rmSync(path.join(world.folder.renditions, hash), { recursive: true, force: true });
    }
  },
  address: set(({ count }) => ({ slug: `item-y-${1000 + count}` })),
  privacy: set((_, pick) => ({ locationPrivacy: privacies[pick % 3] })),
  move: set(({ count }) => ({ location: spotOf(0, count), locationPrivacy: 'exact' })),
  'move on the map': set(({ count }, pick) => ({
    location: spotIn(pick, count),
    locationPrivacy: 'approximate',
  })),
  schedule: set(({ now }, pick) => ({
    publishFrom: pick % 2 ? now + ((pick % 5) - 2) * HOUR : null,
    publishUntil: pick % 3 ? now + (3 + (pick % 3)) * HOUR : null,
  })),
  'write a position': (course, row, pick) => {
    const { db, addTag } = course.world;
    const spot = spotOf(pick, course.count);
    pastOf(course, row.seq).spots.add(spot);
    const where = publicTextFields[pick % (publicTextFields.length + 1)];
    if (!where)
      db.insert(mediaTags)
        .values({ mediaSeq: row.seq, tagId: addTag(spot) })
        .run();
    else set(() => ({ [where]: `Nest ${spot}-x` }))(course, row, pick);
    checkPublicTexts(db, eq(media.seq, row.seq), pick % 5 > 0 ? true : undefined);
  },
  'tidy texts': ({ world: { db }, count }) => {
    for (const { seq } of db.select().from(media).all()) {
      const none = objectOf(publicTextFields, () => null);
      const texts = { ...none, title: `Titel-${count}-x${seq}-x` };
      const slug = `item-x${seq}-${1000 + count}`;
      db.update(mediaRows)
        .set({ ...texts, slug })
        .where(eq(mediaRows.seq, seq))
        .run();
    }
    db.delete(mediaTags).run();
    checkPublicTexts(db);
  },
  time: (course, _row, pick) => {
    course.now += (pick % 4) * HOUR;
  },
};

/** Copies the database; returns a function that restores it like a backup. */
export async function keepBackup({ world }: Course): Promise<() => Promise<void>> {
  const file = path.join(world.folder.root, 'kept.db');
  await world.db.$client.backup(file);
  return async () => {
    const kept = openDatabase(file);
    kept.update(contentState).set({ epoch: newId() }).run();
    await kept.$client.backup(world.folder.database);
    kept.$client.close();
    makeRenditions(world);
  };
}
