/** Opens the database that `npm start` made, with the server stopped or running. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { requireCurrentDatabase } from '@veldlicht/database/migrate';
import { type Database, openDatabase } from '@veldlicht/database/open';
import { CommandError } from './command-error.ts';

/** `npm start` runs from there, so a relative DATA_DIR means the same folder here. */
const root = path.join(import.meta.dirname, '../../..');

/** Throws `CommandError` without a database, `DatabaseError` when it does not fit this code. */
export function openProduct(dataDir: string): Database {
  const folder = dataFolder(path.resolve(root, dataDir));
  if (!existsSync(folder.database))
    throw new CommandError(
      `There is no database in ${folder.root} yet. Run npm start once first, or set DATA_DIR.`,
    );
  const db = openDatabase(folder.database);
  try {
    requireCurrentDatabase(db.$client);
    return db;
  } catch (error) {
    db.$client.close();
    throw error;
  }
}
