/** What the API and the publisher both ask of releases, and of builds elsewhere. */
import path from 'node:path';
import { contentEntities } from '@veldlicht/contract/publishing';
import { and, desc, eq, gt, inArray, max, ne, type SQL } from 'drizzle-orm';
import type { DataFolder } from './data-folder.ts';
import type { Store } from './open.ts';
import { auditLog, ciBuilds, releases } from './schema.ts';

/** Entries of the audit log that are changes of content which no good release has brought along. */
export function isUnreleased(store: Store): SQL | undefined {
  const known = store
    .select({ id: max(releases.auditId) })
    .from(releases)
    .where(ne(releases.state, 'failed'))
    .get();
  return and(gt(auditLog.id, known?.id ?? 0), inArray(auditLog.entity, [...contentEntities]));
}

export type CiBuild = typeof ciBuilds.$inferSelect;

/** The build that was called for last, in this state or in any. */
export function newestBuild(store: Store, state?: CiBuild['state']): CiBuild | undefined {
  return store
    .select()
    .from(ciBuilds)
    .where(state && eq(ciBuilds.state, state))
    .orderBy(desc(ciBuilds.calledAt), desc(ciBuilds.revision))
    .get();
}

export function findBuild(store: Store, snapshotId: string): CiBuild | undefined {
  return store.select().from(ciBuilds).where(eq(ciBuilds.snapshotId, snapshotId)).get();
}

/** Where the exported content of a build stands. */
export function snapshotFile({ snapshots }: Pick<DataFolder, 'snapshots'>, id: string): string {
  return path.join(snapshots, `snapshot-${id}.json`);
}
