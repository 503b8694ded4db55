/** Helpers for the CI job that builds the site. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { snapshotFile } from '@veldlicht/database/publishing';
import { ciBuilds } from '@veldlicht/database/schema';
import type { TestApp } from './test-app.ts';

export const BUILD_TOKEN = 'korenwolf-in-de-klei-0123456789-abc';

/** Environment of CI mode. */
export const ciVariables = {
  PUBLISH_MODE: 'ci',
  BUILD_TOKEN,
  CI_WEBHOOK: 'signed',
  CI_WEBHOOK_URL: 'http://localhost:1/hook',
  CI_WEBHOOK_SECRET: 'veldleeuwerik-boven-de-akker-0123456789',
};

export const shown = { authorization: `Bearer ${BUILD_TOKEN}` };

let builds = 0;

/** Adds a snapshot that a CI job was called for; returns its id. */
export function addBuild(t: TestApp, facts: Partial<typeof ciBuilds.$inferInsert> = {}): string {
  builds += 1;
  const snapshotId = `s${builds}-${'0'.repeat(12)}`;
  t.db
    .insert(ciBuilds)
    .values({ snapshotId, revision: builds, state: 'called', calledAt: t.deps.now(), ...facts })
    .run();
  mkdirSync(t.folder.snapshots, { recursive: true });
  writeFileSync(snapshotFile(t.folder, snapshotId), `content of ${snapshotId}`);
  return snapshotId;
}

/** A published picture. */
export function addPublicFile(t: TestApp, hash: string, name = '960.jpg'): void {
  mkdirSync(path.join(t.folder.publicMedia, hash), { recursive: true });
  writeFileSync(path.join(t.folder.publicMedia, hash, name), `picture ${hash}`);
}
