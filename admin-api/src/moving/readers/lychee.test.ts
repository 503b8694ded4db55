import { truncateSync } from 'node:fs';
import path from 'node:path';
import { openConnection } from '@veldlicht/database/connection';
import { expect, it } from 'vitest';
import { writeFiles } from '#testing/moving-bench.ts';
import { useReaderBench } from '#testing/reader-bench.ts';

const { bring, read, newFolder } = useReaderBench();

type Rows = Record<string, Record<string, string | number | null>[]>;
const IDS = {
  ree: 'reeAAAAAAAAAAAAAAAAAAAAA',
  uil: 'uilAAAAAAAAAAAAAAAAAAAAA',
  vos: 'vosAAAAAAAAAAAAAAAAAAAAA',
};
const ALBUMS = {
  fauna: 'faunaAAAAAAAAAAAAAAAAAAA',
  nest: 'nestAAAAAAAAAAAAAAAAAAAA',
  groep: 'groepAAAAAAAAAAAAAAAAAAA',
};

const photo = (id: string, change: object = {}) => ({
  id,
  title: `Foto ${id.slice(0, 3)}`,
  description: null,
  license: 'none',
  taken_at: '2024-05-03 22:30:00',
  taken_at_orig_tz: 'Europe/Amsterdam',
  latitude: '52.13123400',
  longitude: '5.86043200',
  created_at: '2024-06-01 10:00:00.000000',
  ...change,
});
const album = (id: string, title: string, change: object = {}) => ({
  id,
  title,
  slug: null,
  description: null,
  created_at: '2024-06-02 10:00:00',
  sorting_col: null,
  sorting_order: null,
  ...change,
});
const open = { user_id: null, user_group_id: null, is_link_required: 0, password: null };
const variants = (id: string, ending = 'jpg') => [
  // Since version 6 the original is 1; it was 0.
  { photo_id: id, type: 0, short_path: `raw/aa/bb/${id}.heic` },
  { photo_id: id, type: 1, short_path: `original/aa/bb/${id}.${ending}` },
  { photo_id: id, type: 7, short_path: `thumb/aa/bb/${id}.jpg` },
];

const tables: Rows = {
  access_permissions: [
    { ...open, base_album_id: ALBUMS.fauna },
    { ...open, base_album_id: ALBUMS.fauna, user_id: 3, password: 'x' },
    { ...open, base_album_id: ALBUMS.nest, is_link_required: 1 },
    { ...open, base_album_id: ALBUMS.groep, user_group_id: 1 },
    { ...open, base_album_id: 'onderNest' },
    { ...open, base_album_id: 'dicht', password: '$2y$10$abc' },
  ],
  albums: [
    { id: ALBUMS.fauna, parent_id: null, cover_id: IDS.uil },
    { id: ALBUMS.nest, parent_id: ALBUMS.fauna, cover_id: null },
    { id: 'onderNest', parent_id: ALBUMS.nest, cover_id: null },
    { id: ALBUMS.groep, parent_id: null, cover_id: null },
    { id: 'dicht', parent_id: null, cover_id: null },
    { id: 'leeg', parent_id: null, cover_id: null },
  ],
  base_albums: [
    album(ALBUMS.fauna, "Fauna's; (d)eel,\n1", { slug: 'fauna', description: 'Regel \\ "twee"' }),
    album(ALBUMS.nest, 'Nest', { sorting_col: 'title', sorting_order: 'DESC' }),
    ...[album('onderNest', 'Onder'), album(ALBUMS.groep, 'Groep'), album('dicht', 'Dicht')],
    album('leeg', 'Leeg'),
  ],
  photo_album: [
    ...[IDS.vos, IDS.uil, IDS.ree].map((id) => ({ photo_id: id, album_id: ALBUMS.fauna })),
    ...['nest10', 'nest9'].map((id) => ({ photo_id: id, album_id: ALBUMS.nest })),
    ...['onder', 'weg'].map((id) => ({ photo_id: id, album_id: 'onderNest' })),
    { photo_id: 'groep', album_id: ALBUMS.groep },
    { photo_id: 'dicht', album_id: 'dicht' },
  ],
  photos: [
    photo(IDS.ree, { license: 'CC-BY-4.0', description: "It's\n'stil'" }),
    photo(IDS.uil, { taken_at: '2024-01-03 22:30:00', taken_at_orig_tz: '-03:30', latitude: null }),
    photo(IDS.vos, { taken_at: null, taken_at_orig_tz: null }),
    photo('nest10', { title: 'Nest 10', taken_at_orig_tz: 'Nergens/Anders' }),
    photo('nest9', { title: 'Nest 9' }),
    ...[photo('onder'), photo('weg'), photo('groep'), photo('dicht'), photo('los')],
  ],
  photos_tags: [{ photo_id: IDS.ree, tag_id: 1 }],
  size_variants: [
    ...Object.values(IDS),
    'nest10',
    'nest9',
    'onder',
    'groep',
    'dicht',
    'los',
  ].flatMap((id) => variants(id)),
  tags: [{ id: 1, name: 'Mist' }],
};
const originals = Object.fromEntries(
  [...Object.values(IDS), 'nest10', 'nest9', 'onder', 'groep', 'dicht', 'los'].flatMap((id) => [
    [`uploads/original/aa/bb/${id}.jpg`, { id }],
    [`uploads/thumb/aa/bb/${id}.jpg`, { id, thumb: 1 }],
  ]),
);

const cell = (value: string | number | null) =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('"', '\\"').replaceAll('\n', '\\n')}'`
    : (value ?? 'NULL');

/** A dump of mysqldump. */
function dump(rows: Rows): string {
  const parts = Object.entries(rows).map(([table, all]) => {
    const columns = Object.keys(all[0] ?? {}).map(
      (name) => `  \`${name}\` varchar(255) DEFAULT NULL,`,
    );
    const values = all.map((row) => `(${Object.values(row).map(cell).join(',')})`);
    return `DROP TABLE IF EXISTS \`${table}\`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
CREATE TABLE \`${table}\` (
${columns.join('\n')}
  PRIMARY KEY (\`id\`),
  KEY \`x\` (\`id\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
LOCK TABLES \`${table}\` WRITE;
/*!40000 ALTER TABLE \`${table}\` DISABLE KEYS */;
INSERT INTO \`${table}\` VALUES ${values.join(',')};
UNLOCK TABLES;`;
  });
  return `-- MySQL dump 10.19\n\n${parts.join('\n')}\n-- Dump completed`;
}

/** The same as SQLite. */
function sqlite(file: string, rows: Rows): void {
  const client = openConnection(file);
  client.pragma('journal_mode = DELETE');
  for (const [table, all] of Object.entries(rows)) {
    const names = Object.keys(all[0] ?? {});
    client.exec(`CREATE TABLE ${table} (${names.join(', ')})`);
    const insert = client.prepare(
      `INSERT INTO ${table} VALUES (${names.map(() => '?').join(', ')})`,
    );
    for (const row of all) insert.run(Object.values(row));
  }
  client.close();
}

it('brings photos and albums, and publishes those that everyone could see', async () => {
  const { form, left, items, stories, answers, again } = await bring({
    ...originals,
    'lychee.sql': dump(tables),
  });
  expect(
    form.items.map((item) => [item.sourceId, item.takenLocal, item.offset, item.visibility]),
  ).toEqual([
    [IDS.ree, '2024-05-04T00:30:00', '+02:00', 'public'],
    [IDS.uil, '2024-01-03T19:00:00', '-03:30', 'public'],
    [IDS.vos, undefined, undefined, 'public'],
    ['nest10', '2024-05-03T22:30:00', undefined, 'private'],
    ...['nest9', 'onder', 'groep', 'dicht', 'los'].map((id) => [
      id,
      '2024-05-04T00:30:00',
      '+02:00',
      'private',
    ]),
  ]);
  expect(form.items[0]).toMatchObject({
    file: `uploads/original/aa/bb/${IDS.ree}.jpg`,
    keywords: ['Mist'],
    license: 'CC-BY-4.0',
  });
  expect(items.slice(0, 2)).toMatchObject([
    {
      title: 'Foto ree',
      description: "It's\n'stil'",
      locationPrivacy: 'hidden',
      location: '52.131234, 5.860432',
      firstPublishedAt: Date.UTC(2024, 5, 1, 10),
    },
    { location: null },
  ]);
  const idOf = (key: string) => items[form.items.findIndex(({ sourceId }) => sourceId === key)]?.id;
  const singles = (...keys: string[]) =>
    keys.map((key) => ({ kind: 'single', media: [idOf(key)] }));
  expect(stories.map(({ title, status, body }) => [title, status, body])).toEqual([
    [
      "Fauna's; (d)eel, 1",
      'published',
      [{ kind: 'text', text: 'Regel \\ "twee"' }, ...singles(IDS.uil, IDS.ree, IDS.vos)],
    ],
    ['Nest', 'draft', singles('nest10', 'nest9')],
    ['Onder', 'draft', singles('onder')],
    ['Groep', 'draft', singles('groep')],
    ['Dicht', 'draft', singles('dicht')],
  ]);
  expect(stories[0]).toMatchObject({ kind: 'series', cover: idOf(IDS.uil), date: '2024-06-02' });
  expect(answers).toMatchObject({
    [`/gallery/${ALBUMS.fauna}`]: 301,
    '/gallery/fauna': 301,
    [`/gallery/fauna/${IDS.ree}`]: 301,
    [`/gallery/${ALBUMS.nest}/nest9`]: 410,
    '/gallery/dicht': 410,
  });
  expect(Object.values(answers).every((status) => [301, 410].includes(status))).toBe(true);
  expect(again).toEqual({ created: 0, linked: 0, failed: [] });
  expect(left.slice(1)).toEqual([
    'Albums without photos of their own (1): Leeg',
    'Photos and videos without their file (1): weg “Foto weg”',
  ]);
});

it('reads the same from SQLite', async () => {
  const fromDump = await read({ ...originals, 'lychee.sql': dump(tables) });
  const folder = newFolder();
  writeFiles(folder, { 'database/other.db': 'no database', 'database/cache.sqlite': 'SQLite' });
  sqlite(path.join(folder, 'database/database.sqlite'), tables);
  sqlite(path.join(folder, 'database/a.sqlite'), { bookmarks: [{ id: 1 }] });
  const { form } = await read(originals, folder);
  expect({ ...form, folder: '' }).toEqual({ ...fromDump.form, folder: '' });
});

it('reads versions 3 to 5, and columns in the order of phpMyAdmin', async () => {
  const sql = `CREATE TABLE IF NOT EXISTS \`base_albums\` (
  \`id\` char(24) NOT NULL,
  \`title\` varchar(100)
) ENGINE=InnoDB;
INSERT INTO \`base_albums\` (\`title\`, \`id\`, \`is_public\`, \`is_link_required\`, \`password\`) VALUES
('It''s open', 'a', 1, 0, NULL),
('Met woord', 'b', 1, 0, 'hash');
INSERT INTO \`albums\` (\`id\`, \`parent_id\`) VALUES ('a', NULL), ('b', NULL);
INSERT INTO \`photos\` (\`id\`, \`title\`, \`album_id\`, \`tags\`) VALUES
('1', _binary 'Ree', 'a', 'Mist, Avond'), ('2', 'Uil', 'b', '');
INSERT INTO \`size_variants\` (\`photo_id\`, \`short_path\`) VALUES ('1', 'big/1.jpg'), ('2', 'original/2.jpg');
`;
  const photos = { 'uploads/big/1.jpg': {}, 'uploads/original/2.jpg': {} };
  const { form } = await read({ ...photos, 'a.sql': sql });
  expect(form.items.map((item) => [item.title, item.keywords, item.visibility])).toEqual([
    ['Ree', ['Mist', 'Avond'], 'public'],
    ['Uil', [], 'private'],
  ]);
  expect(form.stories.map(({ facts }) => [facts.title, facts.visibility])).toEqual([
    ["It's open", 'public'],
    ['Met woord', 'private'],
  ]);
  const { folder } = await read({ ...photos, 'a.sql': sql });
  truncateSync(path.join(folder, 'a.sql'), 2 ** 29);
  await expect(read({}, folder)).rejects.toThrow('a.sql has more than 256 MB');
  await expect(read({ ...photos, 'a.sql': sql.slice(0, -10) })).rejects.toThrow('middle of a row');
  const postgres =
    'CREATE TABLE public.base_albums (id text);\nCOPY public.base_albums (id) FROM stdin;\n';
  await expect(read({ ...photos, 'a.sql': postgres })).rejects.toThrow('PostgreSQL');
});
