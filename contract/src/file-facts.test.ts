import { describe, expect, it } from 'vitest';
import { factsOf, MAX_KEYWORDS, NO_FACTS } from './file-facts.ts';

const text = (value: string, lang = 'x-default') => ({ lang, value });

describe('the words of a picture', () => {
  it('come from XMP before IPTC before EXIF, in Dutch before other languages', () => {
    const metadata = {
      xmp: { dc: { title: [text('Hedgehog'), text('Egel &amp; &#39;nacht&#39;', 'nl-NL')] } },
      iptc: { ObjectName: 'egel', Caption: 'Een egel' },
      ifd0: { ImageDescription: 'DSC', Artist: 'Jan', Copyright: 'Jan' },
    };
    expect(factsOf(metadata)).toMatchObject({
      title: "Egel & 'nacht'",
      description: 'Een egel',
      creator: 'Jan',
      copyright: 'Jan',
    });
  });
  it('keep joined emoji whole, and are no longer than a title may be', () => {
    const title = '👩🏽‍🌾 bij de 🏳️‍🌈\u202e uil\u200b';
    expect(factsOf({ iptc: { ObjectName: title } }).title).toBe('👩🏽‍🌾 bij de 🏳️‍🌈 uil');
    const facts = factsOf({ iptc: { ObjectName: `${'a'.repeat(195)}👨‍👩‍👧` } });
    expect(facts).toMatchObject({ title: 'a'.repeat(195), cut: ['title'] });
  });
  it('pass over what a camera writes by itself', () => {
    const metadata = {
      xmp: { dc: { description: text('OLYMPUS DIGITAL CAMERA'), title: text('DCIM\\100MEDIA') } },
      ifd0: { ImageDescription: 'Vos' },
    };
    expect(factsOf(metadata)).toEqual({ ...NO_FACTS, description: 'Vos' });
  });
  it('name every keyword once, and of a hierarchy the last', () => {
    const metadata = {
      xmp: {
        dc: { subject: 'Egel' },
        lr: { hierarchicalSubject: ['Dieren|egel', 'Biotoop|Heide'] },
      },
      iptc: { Keywords: ['heide', 'nacht', '52.131234, 5.860456', ' '] },
    };
    expect(factsOf(metadata).keywords).toEqual(['Egel', 'heide', 'nacht']);
  });
  it('tell a city, else a wider region', () => {
    const wide = { xmp: { photoshop: { State: 'Gelderland', Country: 'Nederland' } } };
    expect(factsOf(wide).city).toBe('Gelderland');
    expect(factsOf({ ...wide, iptc: { City: 'Ede' } }).city).toBe('Ede');
  });
  it('say what may be done with it, never a position', () => {
    const xmp = {
      xmpRights: { UsageTerms: text('Vraag het'), WebStatement: 'https://example.nl/licentie' },
      cc: { license: { resource: 'javascript:alert(1)' } },
      dc: { creator: ['Jan', 'Els'], rights: text('52.131234, 5.860456') },
      xmp: { Rating: 4, Label: 'Red' },
    };
    expect(factsOf({ xmp })).toEqual({
      ...NO_FACTS,
      creator: 'Jan, Els',
      usageTerms: 'Vraag het',
      licenseUrl: 'https://example.nl/licentie',
      rating: 4,
      label: 'Red',
    });
  });
});

it.each([
  [
    'the original moment first',
    { exif: { DateTimeOriginal: '2024:05:04 23:59:59', CreateDate: '2025:01:01 00:00:00' } },
    '2024-05-04',
  ],
  ['IPTC', { iptc: { DateCreated: '20240504' } }, '2024-05-04'],
  ['XMP', { xmp: { photoshop: { DateCreated: '2024-05-04T23:30:00+02:00' } } }, '2024-05-04'],
])('takes the day from %s', (_name, metadata, date) => {
  expect(factsOf(metadata)).toMatchObject({ date, cut: [] });
});

it.each([
  ['the receiver', { gps: { latitude: 52.1312, longitude: -5.86040001 } }, '52.131200, -5.860400'],
  [
    'XMP',
    { xmp: { exif: { GPSLatitude: '52,7.872N', GPSLongitude: '5,51,37W' } } },
    '52.131200, -5.860278',
  ],
  ['no receiver with a fix', { gps: { latitude: 0, longitude: 0 } }, null],
])('takes the position from %s', (_name, metadata, location) => {
  expect(factsOf(metadata).location).toBe(location);
});

describe('absurd values', () => {
  it('are cut or dropped, and listed in `cut`', () => {
    const metadata = {
      xmp: {
        dc: {
          title: text('t'.repeat(900)),
          description: text('d'.repeat(1_000_000)),
          subject: Array.from({ length: 10_000 }, (_, n) => `woord ${n}`),
        },
      },
      exif: { DateTimeOriginal: '0001:01:01 00:00:00' },
    };
    const facts = factsOf(metadata);
    expect(facts.title).toHaveLength(200);
    expect(facts.description).toHaveLength(5000);
    expect(facts.keywords).toHaveLength(MAX_KEYWORDS);
    expect(facts.date).toBeNull();
    expect(facts.cut.toSorted()).toEqual(['date', 'description', 'keywords', 'title']);
  });
  it.each([
    null,
    5,
    'x',
    { exif: 5, iptc: null, xmp: [] },
    { xmp: { dc: { title: {}, subject: [{}, null] } } },
    { exif: { DateTimeOriginal: '0000:00:00 00:00:00' } },
  ])('of any shape do no harm: %j', (metadata) => {
    expect(factsOf(metadata as never)).toEqual(NO_FACTS);
  });
});
