import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { countUsers } from './account-stats.tsx';
import { mattersOf } from './attention.tsx';
import { countMedia } from './library-card.tsx';
import { quickActions } from './quick-actions.tsx';

it('counts accounts, active ones, and those with 2FA in whole percents', () => {
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

it('counts drafts, items in progress, failures and withheld positions', () => {
  expect(
    countMedia([
      { status: 'published', processing: 'ready', withheld: true },
      { status: 'draft', processing: 'working', withheld: false },
      { status: 'draft', processing: 'failed', withheld: false },
    ]),
  ).toEqual({ items: 3, drafts: 2, working: 1, failed: 1, withheld: 1 });
});

describe('quick actions', () => {
  const bare = { googleAnalyticsId: null, enforce2FA: false };
  const done = { googleAnalyticsId: 'G-ABCDE12345', enforce2FA: true };
  const analytics = 'quickAnalytics';
  it.each([
    ['an admin without 2FA', 'admin', false, bare, [analytics, 'quickSetUp2FA']],
    ['an admin with 2FA', 'admin', true, bare, [analytics, 'quickManage2FA', 'quickEnforce2FA']],
    ['an admin with everything set up', 'admin', true, done, ['quickManage2FA']],
    ['an admin while settings load', 'admin', true, undefined, ['quickManage2FA']],
    ['an editor, without the settings', 'editor', true, bare, ['quickManage2FA']],
    ['a viewer', 'viewer', false, bare, ['quickSetUp2FA']],
  ] as const)('for %s', (_name, role, twoFactorEnabled, settings, titles) => {
    const found = quickActions({ role, twoFactorEnabled }, settings).map(({ title }) => title);
    expect(found).toEqual([...titles]);
  });
});

describe('matters that need attention', () => {
  const media = { items: 3, drafts: 0, working: 0, failed: 0, withheld: 0 };
  const server = { host: 'h', port: 465, encryption: 'tls', username: '', sender: '' } as const;
  const mail = {
    server: { ...server, passwordKept: true, byEnvironment: false },
    waiting: 0,
    recipient: { address: 'iris@example.nl', from: 'admin' as const },
  };
  const well = { newMessages: 0, media, site: 'live', mail, photographer: 'Iris' } as const;
  const backup = { state: 'ok' } as const;
  // Cast: each text is its key.
  const key = ((name: string) => name) as unknown as TFunction;
  const texts = (standing: Parameters<typeof mattersOf>[0]) =>
    mattersOf(standing, key).map(({ text }) => text);

  it('are none when all is well or nothing is known', () => {
    expect([texts({ ...well, backup }), texts({})]).toEqual([[], []]);
  });

  it('begin with failures', () => {
    expect(
      texts({
        newMessages: 2,
        site: 'failed',
        media: { ...media, failed: 1 },
        mail: { ...mail, waiting: 1 },
        backup: { state: 'late' },
        photographer: '',
      }),
    ).toEqual([
      ...['matterSiteFailed', 'matterFailed', 'matterMailFailing', 'matterBackup'],
      ...['messagesNew', 'matterName'],
    ]);
  });

  it('link to the page that handles them', () => {
    const waiting = { ...well, media: { ...media, withheld: 2 }, held: 3 };
    expect(mattersOf(waiting, key)).toMatchObject([
      { text: 'matterHeld', to: '/leaks' },
      { text: 'matterWithheld', to: '/media' },
    ]);
    expect(texts({ ...well, held: 0 })).toEqual([]);
  });

  it('include an own address that takes no mail, without which a password can’t be reset', () => {
    expect(texts({ ...well, own: { id: 'a', email: 'admin@veldlicht.invalid' } })).toEqual([
      'matterOwnEmail',
    ]);
    expect(texts({ ...well, own: { id: 'a', email: 'admin@veldlicht.nl' } })).toEqual([]);
  });

  it('lead a new owner to a name, photos and mail', () => {
    const bare = { ...well, media: { ...media, items: 0 }, mail: { ...mail, server: null } };
    expect(texts({ ...bare, backup: { state: 'none' }, photographer: '' })).toEqual([
      ...['matterName', 'matterFirstPhotos', 'matterMailOff'],
    ]);
  });
});
