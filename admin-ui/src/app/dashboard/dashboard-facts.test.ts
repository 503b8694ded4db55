import { describe, expect, it } from 'vitest';
import { countMedia, countStats, quickActions } from './dashboard-facts.ts';

const settings = { googleAnalyticsId: null, enforce2FA: false };
const on = { status: 'active', twoFactorEnabled: true } as const;
const off = { status: 'active', twoFactorEnabled: false } as const;
const resting = { status: 'inactive', twoFactorEnabled: false } as const;

describe('the four figures', () => {
  it('count all accounts, the active ones, and those with 2FA', () => {
    const stats = countStats([on, off, resting], settings);
    expect(stats.users).toEqual({ total: 3, active: 2 });
    expect(stats.twoFactor).toEqual({ count: 1, percent: 33 });
  });
  it('say all and none in whole percents', () => {
    expect(countStats([on, on], settings).twoFactor.percent).toBe(100);
    expect(countStats([off], settings).twoFactor.percent).toBe(0);
    expect(countStats([], settings).twoFactor.percent).toBe(0);
  });
  it('tell the analytics id and the enforcement as they are', () => {
    const set = { googleAnalyticsId: 'G-ABCDE12345', enforce2FA: true };
    expect(countStats([on], set)).toMatchObject({ analyticsId: 'G-ABCDE12345', enforced: true });
    expect(countStats([on], settings)).toMatchObject({ analyticsId: null, enforced: false });
  });
});

describe('the quick actions', () => {
  it('of an admin without 2FA start with the own account, not with the others', () => {
    expect(quickActions({ role: 'admin', twoFactorEnabled: false }, settings)).toEqual([
      'add-media',
      'set-up-analytics',
      'set-up-2fa',
      'open-site',
    ]);
  });
  it('of an admin with 2FA offer to enforce it', () => {
    expect(quickActions({ role: 'admin', twoFactorEnabled: true }, settings)).toEqual([
      'add-media',
      'set-up-analytics',
      'manage-2fa',
      'enforce-2fa',
      'open-site',
    ]);
  });
  it('leave out what is done', () => {
    const done = { googleAnalyticsId: 'G-ABCDE12345', enforce2FA: true };
    expect(quickActions({ role: 'admin', twoFactorEnabled: true }, done)).toEqual([
      'add-media',
      'manage-2fa',
      'open-site',
    ]);
  });
  it('wait for the settings before they offer to change them', () => {
    expect(quickActions({ role: 'admin', twoFactorEnabled: true }, undefined)).toEqual([
      'add-media',
      'manage-2fa',
      'open-site',
    ]);
  });
  it('of editors and viewers never touch the settings', () => {
    expect(quickActions({ role: 'editor', twoFactorEnabled: true }, settings)).toEqual([
      'add-media',
      'manage-2fa',
      'open-site',
    ]);
    expect(quickActions({ role: 'viewer', twoFactorEnabled: false }, settings)).toEqual([
      'set-up-2fa',
      'open-site',
    ]);
  });
});

it('counts drafts, and what is still working or has failed', () => {
  expect(
    countMedia([
      { status: 'published', processing: 'ready' },
      { status: 'draft', processing: 'working' },
      { status: 'draft', processing: 'failed' },
    ]),
  ).toEqual({ items: 3, drafts: 2, working: 1, failed: 1 });
});
