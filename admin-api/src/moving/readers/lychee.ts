/** Lychee: a dump of its database (MySQL, MariaDB), or its SQLite file, with its folder `uploads`. */
import { readFile } from 'node:fs/promises';
import { reason, reasonOf } from '@veldlicht/contract/reason';
import { openConnection } from '@veldlicht/database/connection';
import { AppError } from '#http/app-error.ts';
import { byName, type FolderFiles, isMedia, MAX_DUMP_MB } from './folder-files.ts';
import { formMaker, instantOf, placeOf, type Reader, takenLocalOf } from './form-maker.ts';
import { type Row, readDump } from './sql-dump.ts';

const TABLES = [
  ...['photos', 'size_variants', 'base_albums', 'albums', 'photo_album'],
  ...['tags', 'photos_tags', 'access_permissions'],
];
type Tables = ReadonlyMap<string, Row[]>;

const isTrue = (cell: string | null | undefined) => cell === '1' || cell === 'true';

/** Reads the rows of a SQLite file by table; null for one of another program. */
function readSqlite(file: string): Tables | null {
  const client = openConnection(file, { readonly: true });
  try {
    client.pragma('trusted_schema = OFF');
    const names = client
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .pluck()
      .all();
    if (!names.includes('base_albums')) return null;
    const rowsOf = (table: string): Row[] => {
      if (!names.includes(table)) return [];
      // Cast: rows are columns by their names.
      const rows = client.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[];
      const text = (cell: unknown) => (cell === null ? null : String(cell));
      return rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, text(cell)])),
      );
    };
    return new Map(TABLES.map((table) => [table, rowsOf(table)]));
  } finally {
    client.close();
  }
}

/** Reads the first database of Lychee in a folder; null without one. */
async function readTables(files: FolderFiles): Promise<Tables | null> {
  for (const file of files.paths.filter((one) => /\.(?:sql|sqlite3?|db)$/i.test(one))) {
    const start = (await files.head(file)).toString('latin1');
    const isSqlite = start.startsWith('SQLite format 3\0');
    if (!isSqlite && !/\b(?:access_permissions|base_albums)\b/.test(start)) continue;
    try {
      const sql = isSqlite ? '' : await readFile(await files.within(file, MAX_DUMP_MB), 'utf8');
      if (/^COPY [\w.]+ \(/m.test(sql)) throw new Error(reason('import_postgres'));
      const tables = isSqlite
        ? readSqlite(await files.within(file, MAX_DUMP_MB))
        : readDump(sql, TABLES);
      if (tables) return tables;
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      const why = isSqlite ? reason('unreadable_file') : reasonOf(cause);
      throw new AppError('invalid_input', reason('import_database', { file, why }), { cause });
    }
  }
  return null;
}

/** Finds the albums that everyone could see: no password or hidden link on them or on an album around them. */
function publicAlbums(albums: readonly Row[], bases: readonly Row[], permissions: readonly Row[]) {
  // Until version 4 the album itself had these columns.
  const all = [...permissions, ...bases.filter((row) => isTrue(row.is_public))];
  const open = new Set(
    all
      .filter((row) => (row.user_id ?? null) === null && (row.user_group_id ?? null) === null)
      .filter((row) => !row.password && !isTrue(row.is_link_required))
      .map((row) => row.base_album_id ?? row.id),
  );
  const parents = new Map(albums.map((row) => [row.id, row.parent_id]));
  const isOpen = (id: string): boolean => {
    const seen = new Set<string>();
    for (let at: string | null | undefined = id; at; at = parents.get(at)) {
      if (!open.has(at) || seen.has(at)) return false;
      seen.add(at);
    }
    return true;
  };
  return new Set(albums.flatMap(({ id }) => (id && isOpen(id) ? id : [])));
}

/** Local time, from a moment in UTC and a time zone such as Europe/Amsterdam or +02:00. */
function takenOf(takenAt: string | null | undefined, zone: string | null | undefined) {
  const utc = instantOf(takenAt);
  if (utc === null) return {};
  try {
    // Swedes write '2024-05-04 00:30:00 GMT+02:00', with a true minus.
    const zoned = { timeZone: zone || 'UTC', timeZoneName: 'longOffset' } as const;
    const [date, time, gmt] = new Date(utc).toLocaleString('sv', zoned).split(' ');
    return {
      takenLocal: `${date}T${time}`,
      offset: gmt?.slice(3).replace('\u2212', '-') || '+00:00',
    };
  } catch {
    // For an unknown zone the day is likely right.
    return { takenLocal: takenLocalOf(takenAt) };
  }
}

/** Groups the cells of one column by those of another. */
function cellsBy(rows: readonly Row[], key: string, column: string): Map<string, string[]> {
  const found: Map<string, Row[]> = Map.groupBy(rows, (row) => row[key] ?? '');
  return new Map([...found].map(([name, all]) => [name, all.flatMap((row) => row[column] ?? [])]));
}

/** Sorts photos as the album did, by default by their time. */
function inOrder(photos: readonly Row[], album: Row): Row[] {
  const column = album.sorting_col || 'taken_at';
  const turn = /desc/i.test(album.sorting_order ?? '') ? -1 : 1;
  // Photos without a value are last in both directions.
  return photos.toSorted(
    (a, b) =>
      Number(!a[column]) - Number(!b[column]) ||
      turn * byName(a[column] ?? '', b[column] ?? '') ||
      byName(a.id ?? '', b.id ?? ''),
  );
}

/** Originals by their paths in `uploads`; version 3 called their folder "big". */
function originalsOf(paths: readonly string[], variants: readonly Row[]) {
  const inUploads = /(?:^|\/)((?:original|big)\/.*)/;
  const files = new Map(
    paths.filter(isMedia).map((file) => [inUploads.exec(file)?.[1] ?? '', file]),
  );
  // The numbers of the sizes changed with the versions, the names of their folders did not.
  const named = cellsBy(variants, 'photo_id', 'short_path');
  return (photo: string) =>
    named
      .get(photo)
      ?.flatMap((short) => (inUploads.test(short) ? (files.get(short) ?? []) : []))[0];
}

export const lychee: Reader = {
  found: 'import_as_lychee',
  read: async (files) => {
    const tables = await readTables(files);
    if (!tables) return null;
    const of = (table: string) => tables.get(table) ?? [];
    const maker = formMaker(files.folder, 'lychee');
    const photos = new Map(of('photos').map((row) => [row.id ?? '', row]));
    // Before version 6 a photo was in one album, and its tags were one text.
    const alone = of('photos').map((row) => ({
      photo_id: row.id ?? null,
      album_id: row.album_id ?? null,
    }));
    const placed = [...of('photo_album'), ...alone.filter((row) => row.album_id)];
    const albumsOf = cellsBy(placed, 'photo_id', 'album_id');
    const photosOf = cellsBy(placed, 'album_id', 'photo_id');
    const tagsOf = cellsBy(of('photos_tags'), 'photo_id', 'tag_id');
    const tagNames = new Map(of('tags').map((row) => [row.id ?? '', row.name ?? '']));
    const fileOf = originalsOf(files.paths, of('size_variants'));
    const bases = new Map(of('base_albums').map((row) => [row.id ?? '', row]));
    const open = publicAlbums(of('albums'), of('base_albums'), of('access_permissions'));
    const addressesOf = (album: string, end = '') =>
      [album, bases.get(album)?.slug ?? ''].flatMap((name) =>
        name ? `/gallery/${encodeURIComponent(name)}${end}` : [],
      );
    for (const [id, row] of photos) {
      const inside = albumsOf.get(id) ?? [];
      maker.item({
        sourceId: id,
        file: fileOf(id),
        title: row.title,
        description: row.description,
        ...takenOf(row.taken_at, row.taken_at_orig_tz),
        ...placeOf(row.latitude, row.longitude),
        // Lychee shows maps by a setting of the whole gallery.
        privacy: 'hidden',
        keywords: [
          ...(tagsOf.get(id) ?? []).map((tag) => tagNames.get(tag) ?? ''),
          ...(row.tags ?? '').split(','),
        ],
        visibility: inside.some((album) => open.has(album)) ? 'public' : 'private',
        publishedAt: instantOf(row.created_at),
        license: row.license === 'none' ? null : row.license,
        oldAddresses: inside.flatMap((album) => addressesOf(album, `/${id}`)),
      });
    }
    const empty: string[] = [];
    for (const { id, cover_id } of of('albums')) {
      const album = bases.get(id ?? '');
      if (!id || !album) continue;
      const inside = (photosOf.get(id) ?? []).filter((photo) => maker.has(photo));
      if (inside.length === 0) {
        empty.push(album.title ?? id);
        maker.gone({ oldAddresses: addressesOf(id) });
      } else
        maker.story('series', {
          sourceId: `album-${id}`,
          title: album.title,
          date: instantOf(album.published_at ?? album.created_at)?.slice(0, 10) ?? null,
          visibility: open.has(id) ? 'public' : 'private',
          cover: cover_id,
          oldAddresses: addressesOf(id),
          words: [{ kind: 'text', text: album.description ?? '' }],
          pictures: inOrder(
            inside.map((photo) => photos.get(photo) ?? {}),
            album,
          ).map((photo) => photo.id ?? ''),
        });
    }
    maker.leave('left_albums', empty);
    return maker.finish();
  },
};
