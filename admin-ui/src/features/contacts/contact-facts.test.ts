import type { ContactSubmission } from '@veldlicht/contract/contact';
import { describe, expect, it } from 'vitest';
import {
  countContacts,
  countOfAddress,
  exportFileName,
  filterContacts,
  mailLink,
  submittedText,
  unixLines,
} from './contact-facts.ts';

const mira: ContactSubmission = {
  id: 'c1',
  name: 'Mira de Vries',
  email: 'mira@example.nl',
  phone: '06 1234 5678',
  message: 'Mag ik de foto van de ijsvogel gebruiken?',
  status: 'new',
  submittedAt: '2026-05-31T07:05:00.000Z',
  enquiry: null,
  replies: [],
  etag: '"none"',
};
const joost = { ...mira, id: 'c2', name: 'Joost', email: 'joost@example.nl', phone: null };
const list: ContactSubmission[] = [
  { ...joost, status: 'read', message: 'Wat een licht!' },
  mira,
  { ...joost, id: 'c3', status: 'replied', message: 'Dank je wel' },
];

describe('the mail link', () => {
  it('has the subject of the specification, with the name encoded', () => {
    expect(mailLink(mira)).toBe(
      'mailto:mira@example.nl?subject=Re: Mira%20de%20Vries - Contact Form',
    );
    expect(mailLink({ ...mira, name: 'a\ud83d' })).toContain('Re: a%EF%BF%BD -');
  });
  it('lets neither name nor address add headers', () => {
    const name = 'A&cc=x@y.nl?#%0D\nBcc: z é';
    const email = "o'b+a?cc=x&y@example.nl";
    const link = new URL(mailLink({ name, email }));
    expect([[...link.searchParams.keys()], link.hash]).toEqual([['subject'], '']);
    expect(decodeURIComponent(link.search)).toBe(`?subject=Re: ${name} - Contact Form`);
    expect(decodeURIComponent(link.pathname)).toBe(email);
  });
});

it('formats the date in Dutch: long month, day, year, two-digit hour and minute', () => {
  const at = new Date(2026, 4, 3, 9, 5).toISOString();
  expect(submittedText(at)).toBe('3 mei 2026 om 09:05');
});

it('normalises line breaks', () => {
  expect(unixLines('a\r\nb\rc\n\nd')).toBe('a\nb\nc\n\nd');
});

it('counts messages by status', () => {
  expect(countContacts(list)).toEqual({ all: 3, new: 1, read: 1, replied: 1 });
  expect(countContacts([])).toEqual({ all: 0, new: 0, read: 0, replied: 0 });
});

describe('the filter', () => {
  const found = (text: string, status: ContactSubmission['status'] | null = null, keep = '') =>
    filterContacts(list, { text, status, keep }).map(({ id }) => id);
  it('keeps everything in order when empty', () => {
    expect(found(' ')).toEqual(['c2', 'c1', 'c3']);
  });
  it('searches the title of the photo', () => {
    const asked = { photo: null, purpose: 'home', size: null, thumbnail: null } as const;
    const enquiry = { ...asked, title: 'Ree in de mist' };
    const query = { text: 'in de MIST', status: null, keep: null };
    expect(filterContacts([mira, { ...joost, enquiry }], query)).toMatchObject([{ id: 'c2' }]);
  });
  it.each([
    ['MIRA', ['c1']],
    ['joost@', ['c2', 'c3']],
    ['1234', ['c1']],
    [' ijsvogel ', ['c1']],
    ['nergens', []],
  ])('finds %j in name, address, number or text', (text, ids) => {
    expect(found(text)).toEqual(ids);
  });
  it('selects one status', () => {
    expect(found('', 'replied')).toEqual(['c3']);
    expect(found('licht', 'replied')).toEqual([]);
  });
  it('keeps an opened message when its status changes', () => {
    expect(found('', 'new', 'c2')).toEqual(['c2', 'c1']);
  });
});

it('counts messages of an address, ignoring case', () => {
  const shouted = { ...mira, email: 'JOOST@example.nl' };
  expect(countOfAddress([...list, shouted], ' Joost@Example.NL ')).toBe(3);
  expect(countOfAddress(list, 'oost@example.nl')).toBe(0);
});

it('names an export in characters that every system accepts', () => {
  expect(exportFileName("O'Brien+x@Example.nl")).toBe('veldlicht-o-brien+x-example.nl.json');
});
