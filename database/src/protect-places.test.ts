import BetterSqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { protectPlaces } from './protect-places.ts';

function database(rows: [location: string | null, privacy: string][]) {
  const client = new BetterSqlite(':memory:');
  client.exec(
    'CREATE TABLE media (seq INTEGER PRIMARY KEY, location TEXT, location_privacy TEXT, updated_at INTEGER);' +
      'CREATE TABLE protected_places (media_seq INTEGER PRIMARY KEY)',
  );
  const insert = client.prepare('INSERT INTO media VALUES (NULL, ?, ?, 5)');
  for (const row of rows) insert.run(...row);
  return client;
}

it('tells less of what went out as exact by itself, and leaves what somebody chose', () => {
  const rows: [string | null, string, string][] = [
    ['Veluwe', 'exact', 'exact'],
    [null, 'exact', 'exact'],
    ['', 'exact', 'exact'],
    ["N 52° 07.872' E 005° 51.624'", 'exact', 'approximate'],
    ['RD 193245 460310', 'exact', 'approximate'],
    ['187.400 460.439', 'exact', 'approximate'],
    ['52.1312\u200b, 5.8604', 'exact', 'approximate'],
    ['4V75+JX Domburg', 'exact', 'hidden'],
    ['Hectometer 12.5', 'exact', 'hidden'],
    // The earlier rule made these approximate: "exact" was chosen.
    ['52.131234, 5.860456', 'exact', 'exact'],
    [`52°07'52.3"N 5°51'37.4"E`, 'exact', 'exact'],
    ['RD 193245 460310', 'approximate', 'approximate'],
    ['RD 193245 460310', 'hidden', 'hidden'],
  ];
  const client = database(rows.map(([location, privacy]) => [location, privacy]));
  protectPlaces(client, 99);
  const after = client.prepare('SELECT location_privacy FROM media').pluck().all();
  expect(after).toEqual(rows.map(([, , expected]) => expected));
  const changed = client.prepare('SELECT media_seq FROM protected_places').pluck().all();
  expect(changed).toEqual([4, 5, 6, 7, 8, 9]);
  const stamps = client.prepare('SELECT DISTINCT updated_at FROM media ORDER BY 1').pluck().all();
  expect(stamps).toEqual([5, 99]);
});
