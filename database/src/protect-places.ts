/**
 * Tells stored places no more exactly than today's rule, once, as a step of a migration (decision
 * 041). The rule before it took every location for words in which it saw no two decimal numbers or
 * degrees with minutes; what it let go out as "exact" was nobody's choice.
 */
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';
import type BetterSqlite from 'better-sqlite3';

const NUMBER = String.raw`([+-]?\d{1,3}(?:[.,]\d+))`;
const HALF = String.raw`(?:(?<!\p{L})[NSZEWO])?\s*${NUMBER}\s*°?\s*(?:[NSZEWO](?!\p{L}))?`;
const DECIMAL_PAIR = new RegExp(`(?<![\\d.,])${HALF}\\s*[,;/\\s]\\s*${HALF}(?!\\d)`, 'giu');
const DMS = String.raw`(\d{1,3})\s*°\s*\d{1,2}\s*['’′]\s*(?:\d{1,2}(?:[.,]\d+)?\s*(?:"|”|″|'')?)?\s*[NSZEWO]`;
const DMS_PAIR = new RegExp(`${DMS}[\\s,;/]*${DMS}`, 'giu');

/** Whether the earlier rule saw a position, so that "exact" was chosen by hand. Frozen with its migration. */
function wasSeen(location: string): boolean {
  const plain = location.replace(/\s+/g, ' ');
  const size = (text = '') => Math.abs(Number(text.replace(',', '.')));
  return [...plain.matchAll(DMS_PAIR), ...plain.matchAll(DECIMAL_PAIR)].some(
    ([, lat, lon]) => size(lat) <= 90 && size(lon) <= 180,
  );
}

interface Row {
  seq: number;
  location: string;
}

/** `now` in milliseconds since 1970. Call it in the transaction of the migration. */
export function protectPlaces(client: BetterSqlite.Database, now: number): void {
  const rows = client
    .prepare("SELECT seq, location FROM media WHERE location_privacy = 'exact' AND location <> ''")
    .all() as Row[]; // the two columns
  const protect = client.prepare(
    'UPDATE media SET location_privacy = ?, updated_at = max(?, updated_at + 1) WHERE seq = ?',
  );
  const remember = client.prepare('INSERT INTO protected_places (media_seq) VALUES (?)');
  for (const { seq, location } of rows) {
    const privacy = defaultLocationPrivacy(location);
    if (privacy === 'exact' || wasSeen(location)) continue;
    protect.run(privacy, now, seq);
    remember.run(seq);
  }
}
