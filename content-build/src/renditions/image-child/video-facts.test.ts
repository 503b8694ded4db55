import { expect, it } from 'vitest';
import { isoLocation, takenFacts } from './video-facts.ts';

it.each([
  ['+52.1312+005.8604+012.345/', '52.131200, 5.860400'],
  ['-33.8568+151.2153/', '-33.856800, 151.215300'],
  ['+00.0000+000.0000/', null],
  ['somewhere', null],
  [undefined, null],
])('reads the place %j as %j', (text, place) => {
  expect(isoLocation(text)).toBe(place);
});

it.each([
  [
    'the local day that QuickTime states, before the moment in UTC',
    '2024-06-01',
    { 'com.apple.quicktime.creationdate': '2024-06-01T00:30:00+0200' },
  ],
  ['the local day in the user data of an MP4', '2024-06-01', { date: '2024-06-01T00:30:00+02:00' }],
  ['a moment in UTC alone, as the day it was in Amsterdam', '2024-06-02', {}],
  ['the same in winter', '2023-12-31', { creation_time: '2023-12-31T22:59:59.000000Z' }],
  ['no day without any', null, { creation_time: undefined }],
  ['no day of a clock that was never set', null, { creation_time: '0000-00-00T00:00:00Z' }],
])('takes %s', (_what, day, words) => {
  const { facts } = takenFacts({ creation_time: '2024-06-01T22:30:00.000000Z', ...words });
  expect(facts.date).toBe(day);
});

it.each([
  ['a local time with its offset', { date: '2024-06-01T00:30:00+0200' }, '00:30:00', '+02:00'],
  ['a local time', { date: '2024-06-01 00:30:00' }, '00:30:00', null],
  ['a day alone, whatever the moment in UTC', { date: '2024-06-01' }, null, null],
  ['a moment in UTC, which may be the local time', {}, '00:30:00', null],
  ['no time of a day in UTC', { creation_time: '2024-06-01' }, null, null],
])('knows the time of %s', (_what, words, time, offset) => {
  const { facts } = takenFacts({ creation_time: '2024-06-01T22:30:00.000000Z', ...words });
  expect(facts).toMatchObject({ time, offset });
});

it('takes from XMP what the metadata lacks', () => {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    xmp:Rating="4" photoshop:DateCreated="2024-05-31T20:00:00">
    <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Vos in de duinen</rdf:li></rdf:Alt></dc:title>
    <dc:subject><rdf:Bag><rdf:li>vos</rdf:li><rdf:li>duin</rdf:li></rdf:Bag></dc:subject>
    </rdf:Description></rdf:RDF></x:xmpmeta>`;
  const { facts } = takenFacts({ xmp, title: 'Vos', creation_time: '2024-06-01T22:30:00Z' });
  expect(facts).toMatchObject({
    title: 'Vos',
    date: '2024-05-31',
    keywords: ['vos', 'duin'],
    rating: 4,
  });
  expect(takenFacts({ xmp }).facts.title).toBe('Vos in de duinen');
});
