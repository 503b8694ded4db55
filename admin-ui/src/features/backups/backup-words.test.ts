import type { BackupState } from '@veldlicht/contract/backup';
import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { en } from '#i18n/en.ts';
import { nl } from '#i18n/nl.ts';
import { backupWords } from './backup-words.ts';

const i18n = createInstance();
await i18n.init({
  lng: 'en',
  resources: { en: { translation: en }, nl: { translation: nl } },
  interpolation: { escapeValue: false },
});
const state = (facts: Partial<BackupState>): BackupState => ({
  state: 'ok',
  lastAt: '2026-05-31T01:00:00.000Z',
  missing: 0,
  inBucket: 0,
  failedAt: null,
  problem: null,
  ...facts,
});
const words = (facts: Partial<BackupState>, language: 'en' | 'nl' = 'en') =>
  backupWords(state(facts), i18n.getFixedT(language), () => '3 hours ago');

it('says how old the newest backup is, and no more when all is well', () => {
  expect(words({})).toEqual({
    isAlarming: false,
    short: 'Last backup: 3 hours ago, verified',
    long: null,
  });
  expect(words({}, 'nl').short).toBe('Laatste back-up: 3 hours ago, gecontroleerd');
});

it('is calm before the first night', () => {
  expect(words({ state: 'none', lastAt: null })).toMatchObject({
    isAlarming: false,
    short: 'No backup yet',
  });
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
