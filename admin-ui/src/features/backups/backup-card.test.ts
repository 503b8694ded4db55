import type { BackupState } from '@veldlicht/contract/backup';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { startTexts } from '#i18n/i18n.ts';
import { backupWords } from './backup-card.tsx';

startTexts('en');
const state: BackupState = {
  state: 'ok',
  lastAt: '2026-05-31T01:00:00.000Z',
  missing: 0,
  inBucket: 0,
  failedAt: null,
  problem: null,
};
const words = (facts: Partial<BackupState>) =>
  backupWords({ ...state, ...facts }, i18next.t, () => '3 hours ago');

it.each<[Partial<BackupState>, string, RegExp | null]>([
  [{}, 'Last backup: 3 hours ago, verified', null],
  [{ state: 'none', lastAt: null }, 'No backup yet', /each night/],
])('is calm: %o', (facts, short, long) => {
  const found = words(facts);
  expect(found).toMatchObject({ isAlarming: false, short });
  expect(found.long ?? '').toMatch(long ?? /^$/);
});

it.each<[Partial<BackupState>, RegExp]>([
  [{ state: 'late' }, /older than two days/],
  [{ state: 'incomplete', missing: 2 }, /2 files/],
  [{ state: 'failed', problem: 'disk_full' }, /no room/],
  [{ state: 'failed', problem: 'unreachable' }, /could not be reached/],
  [{ state: 'failed', problem: 'damaged' }, /database/],
  [{ state: 'failed', problem: 'failed' }, /log of the server/],
])('warns: %o', (facts, text) => {
  const found = words(facts);
  expect(found.isAlarming).toBe(true);
  expect(found.long).toMatch(text);
});
