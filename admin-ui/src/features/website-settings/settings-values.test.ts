import { emptyProfile, type Settings } from '@veldlicht/contract/settings';
import { describe, expect, it } from 'vitest';
import {
  changedSettings,
  isEmptyPatch,
  mayTurnEnforcement,
  patchedSettings,
  rebasedValues,
  settingsForm,
  settingsValues,
} from './settings-values.ts';

const stored: Settings = {
  googleAnalyticsId: 'G-ABCDE12345',
  enforce2FA: false,
  etag: '"1"',
  profile: { ...emptyProfile, photographer: 'Mira' },
};
const values = settingsValues(stored);

/** Where the form sees something wrong. */
const wrong = (changes: object) =>
  settingsForm
    .safeParse({ ...values, ...changes })
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('what is sent', () => {
  it('is nothing while nothing changed', () => {
    expect(isEmptyPatch(changedSettings(stored, values))).toBe(true);
  });
  it('is an id without the spaces around it', () => {
    expect(changedSettings(stored, { ...values, googleAnalyticsId: ' UA-12345-1 ' })).toEqual({
      googleAnalyticsId: 'UA-12345-1',
    });
  });
  it('is null for an id that was emptied', () => {
    expect(changedSettings(stored, { ...values, googleAnalyticsId: '  ' })).toEqual({
      googleAnalyticsId: null,
    });
  });
  it('is the switch alone when only that was turned', () => {
    expect(changedSettings(stored, { ...values, enforce2FA: true })).toEqual({ enforce2FA: true });
  });
  it('is only the fields of the profile that changed, without spaces around them', () => {
    const profile = { ...values.profile, heroTitle: ' Stil ', photographer: 'Mira ' };
    expect(changedSettings(stored, { ...values, profile })).toEqual({
      profile: { heroTitle: 'Stil' },
    });
  });
  it('is all three links when one changed', () => {
    const [first, second, third] = values.profile.social;
    const social: typeof values.profile.social = [
      { ...first, url: ' https://example.nl/mira ' },
      second,
      third,
    ];
    expect(changedSettings(stored, { ...values, profile: { ...values.profile, social } })).toEqual({
      profile: { social: [{ label: 'Instagram', url: 'https://example.nl/mira' }, second, third] },
    });
  });
});

describe('what another admin changed meanwhile', () => {
  const profile = { ...values.profile, heroTitle: 'Stil' };
  const typed = { ...values, googleAnalyticsId: '', profile };
  const fresh: Settings = {
    ...stored,
    enforce2FA: true,
    contactRetentionMonths: 6,
    profile: { ...stored.profile, photographer: 'Mirjam', about: 'Over' },
  };

  it('is shown in the fields the person did not touch, and what was typed stays', () => {
    expect(rebasedValues(stored, typed, fresh)).toEqual({
      googleAnalyticsId: '',
      enforce2FA: true,
      retention: { on: true, months: '6' },
      profile: { ...fresh.profile, heroTitle: 'Stil' },
    });
  });
  it('is not sent back by the next save', () => {
    const rebased = rebasedValues(stored, typed, fresh);
    expect(changedSettings(fresh, rebased)).toEqual({
      googleAnalyticsId: null,
      profile: { heroTitle: 'Stil' },
    });
  });
  it('wins over what this person has just saved', () => {
    const sent = changedSettings(stored, typed);
    const theirs = { ...fresh, profile: { ...fresh.profile, heroTitle: 'Luid' } };
    const rebased = rebasedValues(patchedSettings(stored, sent), typed, theirs);
    expect(rebased.profile.heroTitle).toBe('Luid');
  });
  it('leaves what was typed while the save was under way to be saved', () => {
    const sent = changedSettings(stored, typed);
    const saved = patchedSettings(stored, sent);
    const later = { ...typed, profile: { ...profile, heroTitle: 'Stiller' } };
    const rebased = rebasedValues(saved, later, saved);
    expect(changedSettings(saved, rebased)).toEqual({ profile: { heroTitle: 'Stiller' } });
  });
  it('leaves nothing to save when both typed the same', () => {
    const same = { ...stored, profile: { ...stored.profile, heroTitle: 'Stil' } };
    const spaced = { ...values, profile: { ...values.profile, heroTitle: ' Stil ' } };
    expect(rebasedValues(stored, spaced, same)).toEqual(settingsValues(same));
  });
});

describe('how long messages are kept', () => {
  const keep = (on: boolean, months: string) => ({ retention: { on, months } });
  it('is without end unless it was set', () => {
    expect(values.retention.on).toBe(false);
    expect(settingsValues({ ...stored, contactRetentionMonths: 7 }).retention).toEqual({
      on: true,
      months: '7',
    });
  });
  it('is sent as a number, and as null when it is turned off', () => {
    expect(changedSettings(stored, { ...values, ...keep(true, ' 18 ') })).toEqual({
      contactRetentionMonths: 18,
    });
    const limited = { ...stored, contactRetentionMonths: 18 };
    expect(changedSettings(limited, { ...values, ...keep(false, '18') })).toEqual({
      contactRetentionMonths: null,
    });
    expect(changedSettings(limited, { ...values, ...keep(true, '18') })).toEqual({});
  });
  it.each(['', '0', '-3', '1.5', '1e2', 'twaalf', '121'])('is not %j months', (months) => {
    expect(wrong(keep(true, months))).toEqual(['retention.months']);
    expect(wrong(keep(false, months))).toEqual([]);
  });
  it.each(['1', '120', ' 12 '])('may be %j months', (months) => {
    expect(wrong(keep(true, months))).toEqual([]);
  });
});

describe('the form', () => {
  it.each(['', '  ', 'G-ABCDE12345', ' UA-123456789-1 '])('takes the id %j', (id) => {
    expect(wrong({ googleAnalyticsId: id })).toEqual([]);
  });
  it.each(['g-abcde12345', 'GTM-ABC123', 'G-', 'UA-1', '<script>'])('refuses the id %j', (id) => {
    expect(wrong({ googleAnalyticsId: id })).toEqual(['googleAnalyticsId']);
  });
  it('names the field of the profile that is wrong', () => {
    const profile = { ...values.profile, contactEmail: 'mira', businessUrl: 'ftp://x' };
    expect(wrong({ profile })).toEqual(['profile.contactEmail', 'profile.businessUrl']);
  });
  it('takes an empty contact address', () => {
    expect(wrong({ profile: { ...values.profile, contactEmail: ' ' } })).toEqual([]);
  });
});

it('lets enforcement be turned on only by who has two-factor, and off by any admin', () => {
  expect(mayTurnEnforcement(false, false)).toBe(false);
  expect(mayTurnEnforcement(false, true)).toBe(true);
  expect(mayTurnEnforcement(true, false)).toBe(true);
});
