import { writeFileSync } from 'node:fs';
import { backupState } from '@veldlicht/contract/backup';
import { type BackupStatus, writeBackupStatus } from '@veldlicht/database/backup/backup-status';
import { expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { START, useTestApp } from '#testing/test-app.ts';

const DAY = 24 * 3_600_000;

const t = useTestApp();

async function state() {
  return readAnswer(backupState, t.send('GET', '/api/admin/backup'));
}

const success = (at: number, missing = 0) => ({ at, name: 'x', missing, inBucket: 0 });
const failure = { at: START, problem: 'disk_full' as const };

it('says that there is none yet, also when the note about them is damaged', async () => {
  expect(await state()).toMatchObject({ state: 'none', lastAt: null });
  writeFileSync(t.folder.backupStatus, '{"succ');
  expect(await state()).toMatchObject({ state: 'none', lastAt: null });
});

it.each<[string, BackupStatus]>([
  ['ok', { success: success(START - 2 * DAY), failure: null }],
  ['late', { success: success(START - 2 * DAY - 1), failure: null }],
  ['incomplete', { success: success(START, 3), failure: null }],
  ['failed', { success: success(START), failure }],
  ['failed', { success: null, failure }],
])('says %s', async (word, status) => {
  await writeBackupStatus(t.folder, status);
  const found = await state();
  expect(found.state).toBe(word);
  expect(found.lastAt).toBe(status.success ? new Date(status.success.at).toISOString() : null);
  expect(found.problem).toBe(status.failure?.problem ?? null);
});
