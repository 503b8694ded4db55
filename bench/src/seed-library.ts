/** Fills a new data folder with a library of any size, with a file and its renditions for every item. */
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LADDER_GENERATION, ladderOf } from '@veldlicht/contract/ladder';
import type { Rendition } from '@veldlicht/contract/renditions';
import type { Block } from '@veldlicht/contract/story-body';
import { dataFolder } from '@veldlicht/database/data-folder';
import { migrateDatabase } from '@veldlicht/database/migrate';
import { newId } from '@veldlicht/database/new-id';
import { openDatabase, type Store } from '@veldlicht/database/open';
import {
  categories,
  files,
  guardRules,
  media,
  mediaRows,
  mediaSpecies,
  mediaTags,
  species,
  storyRows,
} from '@veldlicht/database/schema';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { seededRandom } from '@veldlicht/scripts/nightly-figures';
import { and, isNotNull, notInArray } from 'drizzle-orm';
import { siteVariables } from './live-product.ts';
import { contentBuild, runTimed, say } from './programs.ts';
import { writeContent } from './write-content.ts';

/** None of them is on the guard list, which would withhold texts. */
const animals =
  'ree vos haas konijn eekhoorn egel merel koolmees winterkoning roodborst kievit reiger zwaan hert libel'.split(
    ' ',
  );
const moods =
  'eenzame jonge stille mistige gouden vroege winterse verborgen slapende jagende rustende'.split(
    ' ',
  );
const places = [
  'Veluwe',
  'Biesbosch',
  'Texel',
  'Terschelling',
  'Weerribben',
  'Meinweg',
  'Dwingelderveld',
  'Naardermeer',
];
const tagNames =
  'vogel bos water duinen heide mist zonsopkomst sneeuw herfst lente zomer winter'.split(' ');
const sentences = [
  'Gefotografeerd na uren wachten in de schuilhut.',
  'De mist trok net op toen het eerste licht verscheen.',
  'Het water was spiegelglad die ochtend.',
  'Na een nacht vorst lag alles wit.',
];
const categoryIds = ['landscape', 'fauna', 'macro', 'drone'];

function renditionsOf(width: number, height: number): Rendition[] {
  return ladderOf(`${LADDER_GENERATION}`, { width, height }).map(
    ({ format, name, ...size }): Rendition => ({
      format,
      name,
      width: size.width,
      height: size.height,
      bytes: 4,
    }),
  );
}

/** Items per model file, as ext4 allows 65,000 links to a file. */
const ITEMS_A_MODEL = 2000;

/** Writes hard links instead of pictures, as publishing only checks that they exist. */
function writeRenditions(folder: string, modelOf: (name: string) => string, names: string[]): void {
  mkdirSync(folder);
  for (const name of names) linkSync(modelOf(name), path.join(folder, name));
}

/** A photograph whose renditions exist, in a folder on the same disk. */
export interface ModelPhoto {
  folder: string;
  width: number;
  height: number;
  color: string | null;
  placeholder: string | null;
  renditions: Rendition[];
}

interface Facts {
  title: string;
  description: string | null;
  location: string;
  date: string;
}

/** Random texts of an item. */
function textsOf(random: () => number): Facts {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T; // never empty
  const place = pick(places);
  return {
    title: `${pick(moods)} ${pick(animals)} bij de ${place}`,
    description: random() < 0.85 ? `${pick(sentences)} ${pick(sentences)}` : null,
    location:
      random() < 0.5
        ? place
        : `${(51 + random() * 2).toFixed(6)}, ${(4 + random() * 2).toFixed(6)}`,
    date: `20${String(12 + Math.floor(random() * 14)).padStart(2, '0')}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 9)}`,
  };
}

/** Number of pictures of the series. */
export const SERIES_ITEMS = 60;
/** Address of the series. */
export const SERIES_PATH = '/reeks/een-winter-bij-de-wolven-0001';

/** Adds a series of the first `count` items: single pictures, one in six edge to edge, a text after every tenth. */
export function seedSeries(dataDir: string, count: number): void {
  const db = openDatabase(dataFolder(dataDir).database);
  const items = db.select({ id: media.id }).from(media).orderBy(media.seq).limit(count).all();
  const blocks = items.flatMap(({ id }, i): Block[] => [
    { kind: i % 6 === 0 ? 'full' : 'single', media: [id] },
    ...(i % 10 === 9 ? [{ kind: 'text' as const, text: sentences.join(' ') }] : []),
  ]);
  const body = JSON.stringify([{ kind: 'text', text: sentences[0] }, ...blocks]);
  const texts = {
    title: 'Een winter bij de wolven',
    date: '2026-01-31',
    slug: path.basename(SERIES_PATH),
    body,
  };
  const row = {
    id: newId(),
    kind: 'series',
    status: 'published',
    createdAt: 0,
    updatedAt: 0,
  } as const;
  writeContent(
    db,
    (tx) =>
      void tx
        .insert(storyRows)
        .values({ ...row, ...texts })
        .run(),
  );
  db.$client.close();
}

/** Number of species in a library; the first ones are the most common. */
const SPECIES = 300;

/** Picks a name from the list, the first ones most often. */
function pickSpecies(names: readonly string[], random: () => number): string | undefined {
  return names[Math.floor(names.length * random() ** 3)];
}

function addSpecies(store: Store, seq: number, names: readonly string[], random: () => number) {
  const chance = random();
  const count = chance < 0.1 ? 0 : chance < 0.85 ? 1 : 2;
  for (let position = 0; position < count; position++) {
    const scientificName = pickSpecies(names, random);
    if (scientificName)
      store
        .insert(mediaSpecies)
        .values({ mediaSeq: seq, scientificName, position })
        .onConflictDoNothing()
        .run();
  }
}

/** Unguarded species with a Dutch name, spread over the list. */
function speciesOf(store: Store): string[] {
  const guarded = store.select({ name: guardRules.scientificName }).from(guardRules);
  const isOpen = and(isNotNull(species.dutchName), notInArray(species.scientificName, guarded));
  const all = store.select().from(species).where(isOpen).all();
  const step = Math.floor(all.length / SPECIES);
  return all.filter((_, i) => i % step === 0).map(({ scientificName }) => scientificName);
}

/** Number of items seeded one by one; more items are copies of these. */
export const SEEDED = 10_000;

/** Grows a seeded library to `size` with copies, which share the files of their models. */
export function growLibrary(dataDir: string, size: number): void {
  const db = openDatabase(dataFolder(dataDir).database);
  const { $client } = db;
  const columns = $client.prepare("SELECT name FROM pragma_table_info('media')").pluck().all();
  const have = Number($client.prepare('SELECT count(*) FROM media').pluck().get());
  for (let by = have; by < size; by += SEEDED) {
    const copied = { seq: `seq + ${by}`, id: `id || '-${by}'`, slug: `slug || '-${by}'` };
    const values = columns.map((name) => copied[name as keyof typeof copied] ?? name); // or undefined
    const copy = `
      INSERT INTO media_rows (${columns.join()}) SELECT ${values.join()} FROM media WHERE seq <= ${SEEDED};
      INSERT INTO media_tags SELECT media_seq + ${by}, tag_id FROM media_tags WHERE media_seq <= ${SEEDED};
      INSERT INTO media_species SELECT media_seq + ${by}, scientific_name, position, kind, life_stage, nest
        FROM media_species WHERE media_seq <= ${SEEDED}`;
    writeContent(db, () => void $client.exec(copy));
  }
  $client.close();
}

/** Returns a function that seeds a library in a data folder and publishes it for a port. */
export const seedAndPublish =
  (count: number, hasSpecies = false) =>
  async (dataDir: string, port: number): Promise<void> => {
    say(`seeding ${count} items`);
    await seedLibrary(dataDir, count, [], hasSpecies);
    say('publishing');
    await runTimed(contentBuild('publish'), siteVariables(dataDir, port));
  };

/**
 * Seeds `count` published items with synthetic texts, sizes of 24 megapixels and two to four tags. They use `models` in
 * rotation; without models their files have four bytes and are no pictures. `hasSpecies`: nine in ten show one or two
 * of three hundred species.
 */
export async function seedLibrary(
  dataDir: string,
  count: number,
  models: ModelPhoto[] = [],
  hasSpecies = false,
): Promise<void> {
  const folder = dataFolder(dataDir);
  mkdirSync(folder.renditions, { recursive: true });
  await migrateDatabase(folder.database, { backupFolder: folder.backups, now: 0 });
  const db = openDatabase(folder.database);
  const random = seededRandom(42);
  const model = (n: number) => path.join(folder.root, `model-${Math.floor(n / ITEMS_A_MODEL)}`);
  for (let n = 0; n <= count + ITEMS_A_MODEL; n += ITEMS_A_MODEL) writeFileSync(model(n), 'test');
  writeContent(db, (tx) => {
    if (hasSpecies) seedSpecies(tx);
    const names = hasSpecies ? speciesOf(tx) : [];
    tagNames.forEach((name, i) => {
      tx.insert(categories)
        .values({ id: `tag-${name}`, type: 'tag', name, sortOrder: i + 1 })
        .run();
    });
    for (let n = 1; n <= count; n++) {
      const like = models[n % models.length];
      const [width, height] = random() < 0.2 ? [4000, 6000] : [6000, 4000];
      const hash = n.toString(16).padStart(32, '0');
      const renditions = like?.renditions ?? renditionsOf(width, height);
      writeRenditions(
        path.join(folder.renditions, hash),
        (name) => (like ? path.join(like.folder, name) : model(n)),
        renditions.map(({ name }) => name),
      );
      const at = 1_400_000_000_000 + n * 3_600_000;
      tx.insert(files)
        .values({
          hash,
          type: 'photo',
          extension: 'jpg',
          bytes: 4,
          width: like?.width ?? width,
          height: like?.height ?? height,
          color: like?.color ?? '#445544',
          placeholder: like?.placeholder ?? null,
          renditions,
          processing: 'ready',
          createdAt: at,
        })
        .run();
      const texts = textsOf(random);
      const { seq } = tx
        .insert(mediaRows)
        .values({
          ...texts,
          id: newId(),
          slug: `${texts.title.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}-${String(n).padStart(5, '0')}`,
          type: 'photo',
          locationPrivacy: /\d/.test(texts.location) ? 'approximate' : 'exact',
          categoryId: categoryIds[Math.floor(random() * 4)] ?? 'fauna',
          fileHash: hash,
          featured: random() < 0.01,
          createdAt: at,
          updatedAt: at,
        })
        .returning({ seq: media.seq })
        .get();
      if (hasSpecies) addSpecies(tx, seq, names, seededRandom(n));
      const first = Math.floor(random() * 9);
      for (let t = 0; t < 2 + Math.floor(random() * 3); t++)
        tx.insert(mediaTags)
          .values({ mediaSeq: seq, tagId: `tag-${tagNames[first + t] ?? 'mist'}` })
          .onConflictDoNothing()
          .run();
    }
  });
  db.$client.close();
}
