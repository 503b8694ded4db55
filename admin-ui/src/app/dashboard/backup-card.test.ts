import type { BackupState } from '@veldlicht/contract/backup';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { allTexts } from '#testing/texts.ts';
import { backupWords } from './backup-card.tsx';

await allTexts('en');
const state: BackupState = {
  state: 'ok',
  lastAt: '2026-05-31T01:00:00.000Z',
  bytes: 2_100_000_000,
  missing: 0,
  inBucket: 0,
  failedAt: null,
  problem: null,
  percent: null,
  place: '/srv/backups',
};
const words = (facts: Partial<BackupState>) =>
  backupWords({ ...state, ...facts }, i18next.t, () => 'yesterday at 03:00');

it.each<[Partial<BackupState>, string, RegExp | null]>([
  [{}, 'Last backup: yesterday at 03:00, 2.1\u00a0GB, verified', null],
  [{ state: 'none', lastAt: null }, 'No backup yet', /each night/],
  [{ bytes: null }, 'Last backup: yesterday at 03:00, verified', null],
  [{ inBucket: 3 }, 'Last backup: yesterday at 03:00, 2.1\u00a0GB, verified', /separate storage/],
])('reports without a warning: %o', (facts, short, long) => {
  const found = words(facts);
  expect(found).toMatchObject({ isAlarming: false, short });
  expect(found.long ?? '').toMatch(long ?? /^$/);
});

it.each<[Partial<BackupState>, RegExp]>([
  [{ state: 'late' }, /older than three days/],
  [{ state: 'incomplete', missing: 2 }, /2 files/],
  [{ state: 'failed', problem: 'disk_full' }, /no room/],
  [{ state: 'failed', problem: 'unreachable' }, /could not be reached/],
  [{ state: 'failed', problem: 'damaged' }, /pass its check/],
  [{ state: 'failed', problem: 'failed' }, /site builder/],
])('warns: %o', (facts, text) => {
  const found = words(facts);
  expect(found.isAlarming).toBe(true);
  expect(found.long).toMatch(text);
});
