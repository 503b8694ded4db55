import { describe, expect, it } from 'vitest';
import { quickActions } from './quick-actions.tsx';
import { countMedia, countUsers } from './stat-grid.tsx';

it('counts all accounts, the active ones, and those with 2FA in whole percents', () => {
  const on = { status: 'active', twoFactorEnabled: true } as const;
  const off = { status: 'active', twoFactorEnabled: false } as const;
  const resting = { status: 'inactive', twoFactorEnabled: false } as const;
  expect(countUsers([on, off, resting])).toEqual({
    total: 3,
    active: 2,
    twoFactor: 1,
    percent: 33,
  });
  expect([[on, on], [off], []].map((users) => countUsers(users).percent)).toEqual([100, 0, 0]);
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

describe('the quick actions', () => {
  const bare = { googleAnalyticsId: null, enforce2FA: false };
  const done = { googleAnalyticsId: 'G-ABCDE12345', enforce2FA: true };
  const analytics = 'quickAnalytics';
  it.each([
    ['an admin without 2FA', 'admin', false, bare, ['addMedia', analytics, 'quickSetUp2FA']],
    [
      'an admin with 2FA',
      'admin',
      true,
      bare,
      ['addMedia', analytics, 'quickManage2FA', 'quickEnforce2FA'],
    ],
    ['an admin when all is done', 'admin', true, done, ['addMedia', 'quickManage2FA']],
    ['an admin while settings load', 'admin', true, undefined, ['addMedia', 'quickManage2FA']],
    ['an editor, without the settings', 'editor', true, bare, ['addMedia', 'quickManage2FA']],
    ['a viewer', 'viewer', false, bare, ['quickSetUp2FA']],
  ] as const)('fit %s', (_name, role, twoFactorEnabled, settings, titles) => {
    const found = quickActions({ role, twoFactorEnabled }, settings).map(({ title }) => title);
    expect(found).toEqual([...titles, 'openSite']);
  });
});
