import { truncateSync } from 'node:fs';
import path from 'node:path';
import { openConnection } from '@veldlicht/database/connection';
import { expect, it } from 'vitest';
import { singles, useMovingBench } from '#testing/moving-bench.ts';
import { readDump } from './sql-dump.ts';

const { bring, read } = useMovingBench();

const ids = ['ree', 'uil', 'vos', 'nest10', 'nest9', 'onder', 'groep', 'dicht', 'los'];
const PLACE = "'52.13123400', '5.86043200', '2024-06-01 10:00:00.000000'";
const TAKEN = "'2024-05-03 22:30:00', 'Europe/Amsterdam'";

/** A dump of phpMyAdmin; fauna is open, and nest within it has a hidden link. */
const dump = String.raw`-- phpMyAdmin SQL Dump
INSERT INTO access_permissions (base_album_id, user_id, user_group_id, is_link_required, password) VALUES
('fauna1', NULL, NULL, 0, NULL), ('fauna1', 3, NULL, 0, 'x'), ('nest', NULL, NULL, 1, NULL),
('onderNest', NULL, NULL, 0, NULL), ('groep', NULL, 1, 0, NULL), ('dicht', NULL, NULL, 0, '$2y$10$abc');
INSERT INTO albums (id, parent_id, cover_id) VALUES
('fauna1', NULL, 'uil'), ('nest', 'fauna1', NULL), ('onderNest', 'nest', NULL),
('groep', NULL, NULL), ('dicht', NULL, NULL), ('leeg', NULL, NULL);
INSERT INTO base_albums (id, title, slug, description, created_at, sorting_col, sorting_order) VALUES
('fauna1', 'Fauna\'s; (d)eel,\n1', 'fauna', 'Regel \\ \"twee\"', '2024-06-02 10:00:00', NULL, NULL),
('nest', 'Nest', NULL, NULL, '2024-06-02 10:00:00', 'title', 'DESC'),
('onderNest', 'Onder', NULL, NULL, '2024-06-02 10:00:00', NULL, NULL),
('groep', 'Groep', NULL, NULL, '2024-06-02 10:00:00', NULL, NULL),
('dicht', 'Dicht', NULL, NULL, '2024-06-02 10:00:00', NULL, NULL),
('leeg', 'Leeg', NULL, NULL, '2024-06-02 10:00:00', NULL, NULL);
INSERT INTO photo_album (photo_id, album_id) VALUES
('vos', 'fauna1'), ('uil', 'fauna1'), ('ree', 'fauna1'), ('nest10', 'nest'), ('nest9', 'nest'),
('onder', 'onderNest'), ('weg', 'onderNest'), ('groep', 'groep'), ('dicht', 'dicht');
INSERT INTO photos (id, title, description, license, taken_at, taken_at_orig_tz, latitude, longitude, created_at) VALUES
('ree', 'Foto ree', 'It''s\n\'stil\'', 'CC-BY-4.0', ${TAKEN}, ${PLACE}),
('uil', 'Foto uil', NULL, 'none', '2024-01-03 22:30:00', '-03:30', NULL, NULL, NULL),
('vos', 'Foto vos', NULL, 'none', NULL, NULL, ${PLACE}),
('nest10', 'Nest 10', NULL, 'none', '2024-05-03 22:30:00', 'Nergens/Anders', ${PLACE}),
('nest9', 'Nest 9', NULL, 'none', ${TAKEN}, ${PLACE}),
${['onder', 'weg', 'groep', 'dicht', 'los']
  .map((id) => `('${id}', '${id}', NULL, 'none', ${TAKEN}, ${PLACE})`)
  .join(',\n')};
INSERT INTO photos_tags (photo_id, tag_id) VALUES ('ree', 1);
INSERT INTO tags (id, name) VALUES (1, _binary 'Mist');
INSERT INTO size_variants (photo_id, short_path) VALUES
${ids
  .flatMap((id) => [`raw/a/${id}.heic`, `original/a/${id}.jpg`, `thumb/a/${id}.jpg`])
  .map((file) => `('${path.parse(file).name}', '${file}')`)
  .join(',\n')};
`;
const originals = Object.fromEntries(
  ids.flatMap((id) => [
    [`uploads/original/a/${id}.jpg`, { id }],
    [`uploads/thumb/a/${id}.jpg`, { id, thumb: 1 }],
  ]),
);

it('reads photos and albums, public where everyone could see them', async () => {
  const { form, left } = await read({ ...originals, 'lychee.sql': dump });
  const amsterdam = ['2024-05-04T00:30:00', '+02:00'];
  expect(
    form.items.map((item) => [item.sourceId, item.visibility, item.takenLocal, item.offset]),
  ).toEqual([
    ['ree', 'public', ...amsterdam],
    ['uil', 'public', '2024-01-03T19:00:00', '-03:30'],
    ['vos', 'public', undefined, undefined],
    ['nest10', 'private', '2024-05-03T22:30:00', undefined],
    ...['nest9', 'onder', 'groep', 'dicht', 'los'].map((id) => [id, 'private', ...amsterdam]),
  ]);
  expect(form.items.slice(0, 2)).toMatchObject([
    {
      file: 'uploads/original/a/ree.jpg',
      title: 'Foto ree',
      description: "It's\n'stil'",
      lat: 52.131234,
      lon: 5.860432,
      privacy: 'hidden',
      keywords: ['Mist'],
      license: 'CC-BY-4.0',
      publishedAt: '2024-06-01T10:00:00.000Z',
    },
    { license: null },
  ]);
  expect(form.items[1]?.lat).toBeUndefined();
  const text = { kind: 'text', text: 'Regel \\ "twee"' };
  expect(form.stories.map(({ facts, blocks }) => [facts.title, facts.visibility, blocks])).toEqual([
    ["Fauna's; (d)eel, 1", 'public', [text, ...singles('lychee', 'uil', 'ree', 'vos')]],
    ['Nest', 'private', singles('lychee', 'nest10', 'nest9')],
    ['Onder', 'private', singles('lychee', 'onder')],
    ['Groep', 'private', singles('lychee', 'groep')],
    ['Dicht', 'private', singles('lychee', 'dicht')],
  ]);
  expect(form.stories[0]).toMatchObject({
    kind: 'series',
    facts: { date: '2024-06-02', cover: 'lychee:uil' },
  });
  expect(left.slice(1)).toEqual([
    'Albums without photos of their own (1): Leeg',
    'Photos and videos whose file is missing (1): weg “weg”',
  ]);
});

it('answers for the addresses of albums and photos', async () => {
  const { form } = await read({ ...originals, 'lychee.sql': dump });
  const { outcome, answers } = await bring(form);
  expect(outcome).toEqual({ created: 9, linked: 0, failed: [] });
  expect(answers).toMatchObject({
    '/gallery/fauna1': 301,
    '/gallery/fauna': 301,
    '/gallery/fauna/ree': 301,
    '/gallery/nest/nest9': 410,
    '/gallery/dicht': 410,
    '/gallery/leeg': 410,
  });
  expect(Object.values(answers).every((status) => [301, 410].includes(status))).toBe(true);
});

it('reads the columns of mysqldump, and versions 3 to 5', async () => {
  const sql = `CREATE TABLE IF NOT EXISTS \`base_albums\` (
  \`id\` char(24) NOT NULL,
  \`title\` varchar(100),
  \`is_public\` tinyint,
  \`password\` varchar(100),
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB;
/*!40000 ALTER TABLE \`base_albums\` DISABLE KEYS */;
INSERT INTO \`base_albums\` VALUES ('a','Open',1,NULL),('b','Met woord',1,'hash');
INSERT INTO \`albums\` (\`id\`, \`parent_id\`) VALUES ('a', NULL), ('b', NULL);
INSERT INTO \`photos\` (\`id\`, \`title\`, \`album_id\`, \`tags\`) VALUES
('1', 'Ree', 'a', 'Mist, Avond'), ('2', 'Uil', 'b', '');
INSERT INTO \`size_variants\` (\`photo_id\`, \`short_path\`) VALUES ('1', 'big/1.jpg'), ('2', 'original/2.jpg');
`;
  const { form } = await read({ 'uploads/big/1.jpg': {}, 'original/2.jpg': {}, 'a.sql': sql });
  expect(form.items.map((item) => [item.title, item.keywords, item.visibility])).toEqual([
    ['Ree', ['Mist', 'Avond'], 'public'],
    ['Uil', [], 'private'],
  ]);
  expect(form.stories.map(({ facts }) => [facts.title, facts.visibility])).toEqual([
    ['Open', 'public'],
    ['Met woord', 'private'],
  ]);
});

it('refuses a dump that is cut off, too large or of PostgreSQL', async () => {
  await expect(read({ 'a.sql': dump.slice(0, -10) })).rejects.toThrow('ends too early');
  const postgres = 'CREATE TABLE base_albums (id text);\nCOPY base_albums (id) FROM stdin;\n';
  await expect(read({ 'a.sql': postgres })).rejects.toThrow('PostgreSQL');
  const { folder } = await read({ ...originals, 'a.sql': dump });
  truncateSync(path.join(folder, 'a.sql'), 2 ** 29);
  await expect(read({}, folder)).rejects.toThrow('a.sql is larger than 256 MB');
});

it('reads the same from SQLite', async () => {
  const { form, folder } = await read({ ...originals, 'lychee.sql': dump });
  const fromFile = await read({ ...originals, 'other.db': 'no database', 'c.sqlite': 'SQLite' });
  const client = openConnection(path.join(fromFile.folder, 'database.sqlite'));
  client.pragma('journal_mode = DELETE');
  const tables = [...dump.matchAll(/INTO (\w+) \((.*)\) VALUES/g)];
  for (const [, table = '', names = ''] of tables) {
    client.exec(`CREATE TABLE ${table} (${names})`);
    for (const row of readDump(dump, [table]).get(table) ?? [])
      client
        .prepare(`INSERT INTO ${table} VALUES (${names.replace(/\w+/g, '?')})`)
        .run(Object.values(row));
  }
  client.close();
  const fromSqlite = await read({}, fromFile.folder);
  expect({ ...fromSqlite.form, folder }).toEqual(form);
});
