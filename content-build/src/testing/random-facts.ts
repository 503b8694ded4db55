/** Files and places for random edits. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { files } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import type { World } from './world.ts';

/** Coordinates in common notations, which no other fixture contains. */
const notations: Array<(n: number) => string> = [
  (n) => `52.${1000 + (n % 9000)}37, 5.860400`,
  (n) => `52,${1000 + n}37° noord 5,86041° oost`,
  (n) => `N 52° 07.${100 + n}' E 005° 51.624'`,
  (n) => `52° 7' ${10 + n}.5' N 5° 51' 37' E`,
  (n) => `lat: 52.${1000 + n}, lon: 5.8604`,
  (n) => `RD 193${100 + n} 460310`,
];
export const spotOf = (kind: number, n: number) => notations[kind % notations.length]?.(n) ?? '';

/** In three blocks of the map, two of them around the same village. */
export const spotIn = (block: number, n: number) =>
  `52.00${100 + (n % 900)}, ${[5.23, 5.26, 5.86][block % 3]}`;

/** File of the first item, which is never removed. */
export function firstFile({ db, hashOfFile }: World): typeof files.$inferSelect {
  const row = db
    .select()
    .from(files)
    .where(eq(files.hash, hashOfFile(1)))
    .get();
  if (!row) throw new Error('no file');
  return row;
}

/** A file in processing. */
export function addReplacement(world: World, pick: number): string {
  const hash = pick.toString(16).padStart(32, '0');
  world.db
    .insert(files)
    .values({ ...firstFile(world), hash, processing: 'working', renditions: [] })
    .onConflictDoNothing()
    .run();
  return hash;
}

/** Writes the renditions of all files. */
export function makeRenditions({ db, folder }: World): void {
  for (const { hash, renditions } of db.select().from(files).all()) {
    mkdirSync(path.join(folder.renditions, hash), { recursive: true });
    for (const { name } of renditions)
      writeFileSync(path.join(folder.renditions, hash, name), 'test');
  }
}
