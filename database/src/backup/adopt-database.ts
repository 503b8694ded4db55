/** What must change in an old database before it becomes the present one. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { DataFolder } from '../data-folder.ts';

function namesBelow(...parts: string[]): string[] {
  try {
    return readdirSync(path.join(...parts));
  } catch {
    return [];
  }
}

/** The highest revision that any release on disk was made of. */
function newestRevision({ releases }: DataFolder): number {
  const names = [...namesBelow(releases), ...namesBelow(releases, 'manifests', 'releases')];
  return Math.max(0, ...names.map((name) => Number(/^r(\d+)-/.exec(name)?.[1] ?? 0)));
}

/** Codes of an authenticator that were used since the backup must not count again. */
const STEP_MS = 30_000;

/**
 * Ends what was open at the moment of the backup: sessions that may have been closed since, upload
 * addresses, mail that has left since, and waits after wrong passwords. Revisions go on above all that
 * the site was ever made of: the same number must never stand for two contents.
 */
export function adoptDatabase(file: string, folder: DataFolder, now: number): void {
  const client = new BetterSqlite(file, { fileMustExist: true });
  try {
    const apply = client.transaction(() => {
      client.exec(
        "DELETE FROM sessions; DELETE FROM throttles; DELETE FROM outbox; DELETE FROM uploads WHERE state <> 'finalised';",
      );
      client
        .prepare(
          'UPDATE users SET totp_step = max(coalesce(totp_step, 0), ?) WHERE totp_secret IS NOT NULL',
        )
        .run(Math.floor(now / STEP_MS));
      client
        .prepare(
          `UPDATE content_state SET revision = max(revision, @newest) + 1, first_change_at = @now,
           last_change_at = @now, running = 0, error = NULL, held_revision = NULL, retry_at = @now`,
        )
        .run({ newest: newestRevision(folder), now });
      // Into an empty folder: nothing is live, whatever the database remembers.
      if (!existsSync(path.join(folder.releases, 'current')))
        client.exec('UPDATE content_state SET release_id = NULL, published_at = NULL');
      client
        .prepare(
          `INSERT INTO audit_log (at, actor_id, actor, action, entity, entity_id, summary)
           VALUES (?, NULL, 'npm run restore', 'update', 'site', NULL, 'restored from a backup')`,
        )
        .run(now);
    });
    apply();
  } finally {
    client.close();
  }
}
