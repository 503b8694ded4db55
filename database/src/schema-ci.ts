/** The table of builds elsewhere (PUBLISH_MODE=ci). */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** States of a build elsewhere: `calling` until the call was taken, `called` until its job says something. */
export const ciStates = ['calling', 'called', 'running', 'live', 'failed'] as const;

/** Snapshots that a job elsewhere was called for; the newest one has the highest revision. */
export const ciBuilds = sqliteTable('ci_builds', {
  snapshotId: text().primaryKey(),
  revision: integer().notNull(),
  state: text({ enum: ciStates }).notNull().default('calling'),
  calledAt: integer().notNull(),
  /** The last sign of life of its job. */
  reportedAt: integer(),
  /** The last lines that its job wrote, for people. */
  log: text().notNull().default(''),
  pagesTotal: integer().notNull().default(0),
  bytes: integer().notNull().default(0),
  /** The publisher has taken note that it is live. */
  settled: integer({ mode: 'boolean' }).notNull().default(false),
});
