import { expect, it } from 'vitest';
import { fileRightsOf, fitXml, ownRightsOf } from './rights.ts';
import { emptyProfile } from './settings.ts';

const profile = { ...emptyProfile, photographer: 'Joris', copyrightHolder: 'Studio Joris' };
const site = { origin: 'https://veldlicht.example', profile };

it('prefers the rights in the file to those of the settings', () => {
  expect(fileRightsOf({}, site)).toMatchObject({
    creator: 'Joris',
    notice: '© Studio Joris',
    isReserved: true,
    licenceUrl: 'https://veldlicht.example/licentie',
    licensor: { name: 'Studio Joris', url: 'https://veldlicht.example/licentie#toestemming' },
  });
  const own = {
    creator: 'Jip',
    copyright: '© Jip',
    usageTerms: 'Vrij',
    licenseUrl: 'https://a.b/c',
  };
  expect(fileRightsOf(own, site)).toMatchObject({
    creator: 'Jip',
    notice: '© Jip',
    terms: 'Vrij',
    licenceUrl: 'https://a.b/c',
  });
  const open = { ...site, profile: { ...profile, notForTraining: false, licence: 'Mag.' } };
  expect(fileRightsOf({}, open)).toMatchObject({ isReserved: false, terms: 'Mag.' });
  expect(fileRightsOf({ licenseUrl: `https://a.b/${'c'.repeat(200)}` }, site).licenceUrl).toBe(
    'https://veldlicht.example/licentie',
  );
});

it('takes only rights from a file, and none that hold a position or a day', () => {
  const facts = { creator: 'Jip 52.131234, 5.860432', copyright: '© Jip', location: '52.1, 5.8' };
  expect(ownRightsOf({ copyright: '© 2026-05-03 Jip', creator: '3/5/2026' })).toEqual({});
  expect(ownRightsOf({ copyright: '© 2019-2026 Jip' })).toEqual({ copyright: '© 2019-2026 Jip' });
  expect(ownRightsOf({ copyright: '© 12 mei 2026 Jip' })).toEqual({});
  expect(ownRightsOf({ ...facts, usageTerms: null })).toEqual({ copyright: '© Jip' });
});

it('fits words into their room as XML, on one line, between whole signs', () => {
  expect(fitXml('Regel\n twee', 50)).toBe('Regel twee');
  expect(fitXml('&&&&', 20)).toBe('&&&&');
  expect(fitXml('&&&&&', 20)).toBe('&&&…');
  expect(fitXml('📷'.repeat(9), 13)).toBe('📷📷…');
  expect(fitXml('abc', 2)).toBe('');
});
