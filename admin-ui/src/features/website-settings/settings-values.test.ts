import { emptyProfile, type Settings } from '@veldlicht/contract/settings';
import { describe, expect, it } from 'vitest';
import {
  changedSettings,
  flatSettings,
  mayTurnEnforcement,
  nestedPatch,
  rebasedValues,
  type SettingsValues,
  settingsForm,
  settingsValues,
} from './settings-values.ts';

const settings: Settings = {
  googleAnalyticsId: 'G-ABCDE12345',
  enforce2FA: false,
  etag: '"1"',
  profile: { ...emptyProfile, photographer: 'Mira' },
};
const stored = flatSettings(settings);
const values = settingsValues(stored);
const sent = (changes: Partial<SettingsValues>) =>
  nestedPatch(changedSettings(stored, { ...values, ...changes }));
/** Where the form sees something wrong. */
const wrong = (changes: object) =>
  settingsForm
    .safeParse({ ...values, ...changes })
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('what is sent', () => {
  const [first, second, third] = values.social;
  const link = { ...first, url: ' https://example.nl/mira ' };
  it.each<[string, Partial<SettingsValues>, object]>([
    ['nothing while nothing changed', {}, {}],
    [
      'an id without the spaces around it',
      { googleAnalyticsId: ' UA-12345-1 ' },
      { googleAnalyticsId: 'UA-12345-1' },
    ],
    ['null for an id that was emptied', { googleAnalyticsId: '  ' }, { googleAnalyticsId: null }],
    ['the switch alone when only that was turned', { enforce2FA: true }, { enforce2FA: true }],
    [
      'only the texts that changed, without spaces around them',
      { heroTitle: ' Stil ', photographer: 'Mira ' },
      { profile: { heroTitle: 'Stil' } },
    ],
    [
      'all three links when one changed',
      { social: [link, second, third] },
      { profile: { social: [{ ...first, url: 'https://example.nl/mira' }, second, third] } },
    ],
    [
      'a number of months',
      { retention: { on: true, months: ' 18 ' } },
      { contactRetentionMonths: 18 },
    ],
  ])('is %s', (_name, changes, patch) => {
    expect(sent(changes)).toEqual(patch);
  });
  it('is null for months that are turned off, and nothing for the same months', () => {
    const limited = flatSettings({ ...settings, contactRetentionMonths: 18 });
    const keep = (on: boolean) => ({ ...values, retention: { on, months: '18' } });
    expect(changedSettings(limited, keep(false))).toEqual({ contactRetentionMonths: null });
    expect(changedSettings(limited, keep(true))).toEqual({});
  });
});

describe('what another admin changed meanwhile', () => {
  const typed = { ...values, googleAnalyticsId: '', heroTitle: 'Stil' };
  const fresh = {
    ...stored,
    enforce2FA: true,
    contactRetentionMonths: 6,
    photographer: 'Mirjam',
    about: 'Over',
  };
  const saved = { ...stored, ...changedSettings(stored, typed) };

  it('is shown in the fields the person did not touch, and what was typed stays to be sent', () => {
    const rebased = rebasedValues(stored, typed, fresh);
    expect(rebased).toEqual({
      ...settingsValues(fresh),
      googleAnalyticsId: '',
      heroTitle: 'Stil',
      retention: { on: true, months: '6' },
    });
    expect(changedSettings(fresh, rebased)).toEqual({ googleAnalyticsId: null, heroTitle: 'Stil' });
  });
  it('wins over what this person has just saved', () => {
    expect(rebasedValues(saved, typed, { ...fresh, heroTitle: 'Luid' }).heroTitle).toBe('Luid');
  });
  it('leaves what was typed while the save was under way to be saved', () => {
    const later = { ...typed, heroTitle: 'Stiller' };
    expect(changedSettings(saved, rebasedValues(saved, later, saved))).toEqual({
      heroTitle: 'Stiller',
    });
  });
  it('is the address with its scheme, once one without was saved', () => {
    const [, second, third] = values.social;
    const social = [{ label: 'Site', url: 'www.example.nl' }, second, third] as const;
    const bare = {
      ...values,
      businessUrl: 'example.nl/mira',
      social: [...social],
    } as typeof values;
    expect(wrong(bare)).toEqual([]);
    const saved = { ...stored, ...changedSettings(stored, bare) };
    const shown = rebasedValues(saved, bare, saved);
    expect(shown.businessUrl).toBe('https://example.nl/mira');
    expect(shown.social[0].url).toBe('https://www.example.nl');
    expect(changedSettings(saved, shown)).toEqual({});
  });
  it('leaves nothing to save when both typed the same', () => {
    const same = { ...stored, heroTitle: 'Stil' };
    const spaced = { ...values, heroTitle: ' Stil ' };
    expect(rebasedValues(stored, spaced, same)).toEqual(settingsValues(same));
  });
});

describe('the form', () => {
  it('offers no end to how long messages are kept, unless it was set', () => {
    expect(values.retention.on).toBe(false);
    expect(settingsValues({ ...stored, contactRetentionMonths: 7 }).retention).toEqual({
      on: true,
      months: '7',
    });
  });
  it.each(['', '0', '-3', '1.5', '1e2', 'twaalf', '121'])('refuses %j months', (months) => {
    const retention = { on: true, months };
    expect(wrong({ retention })).toEqual(['retention.months']);
    // It is a change all the same, which a press on Save tells of.
    expect(sent({ retention })).not.toEqual({});
    expect(wrong({ retention: { on: false, months } })).toEqual([]);
  });
  it.each(['1', '120', ' 12 '])('takes %j months', (months) => {
    expect(wrong({ retention: { on: true, months } })).toEqual([]);
  });
  it('names the text that is wrong, and takes an empty one and spaces around it', () => {
    const bad = wrong({ contactEmail: 'mira', businessUrl: 'ftp://x', googleAnalyticsId: 'G-' });
    expect(bad.sort()).toEqual(['businessUrl', 'contactEmail', 'googleAnalyticsId']);
    expect(wrong({ contactEmail: ' ', googleAnalyticsId: '  ' })).toEqual([]);
    expect(wrong({ googleAnalyticsId: ' UA-123456789-1 ' })).toEqual([]);
  });
});

it('lets enforcement be turned on only by who has two-factor, and off by any admin', () => {
  expect(mayTurnEnforcement(false, false)).toBe(false);
  expect(mayTurnEnforcement(false, true)).toBe(true);
  expect(mayTurnEnforcement(true, false)).toBe(true);
});
