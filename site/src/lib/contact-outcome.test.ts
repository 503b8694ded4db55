import { expect, it } from 'vitest';
import { outcomeOf, refusalOf } from './contact-outcome.ts';

const all = { name: 'Noor', email: 'noor@example.nl', phone: '', message: 'Dag' };
const known = ['name', 'email', 'phone', 'message'];
const answer = (status: number, body: unknown = null, retryAfter: string | null = null) =>
  outcomeOf({ status, body, retryAfter }, known);
const failed = {
  notice: { title: 'Fout', text: 'Er is iets misgegaan. Probeer het opnieuw.', isError: true },
  errors: {},
  isSent: false,
};

it('counts blank fields as missing, and never requires the phone number', () => {
  expect(refusalOf(all, false)).toBeNull();
  expect(refusalOf({ ...all, name: '  ', message: '\n' }, false)?.errors).toEqual({
    name: 'Vul je naam in.',
    message: 'Schrijf een bericht.',
  });
  expect(Object.keys(refusalOf({}, false)?.errors ?? {})).toEqual(['name', 'email', 'message']);
});

it('requires the purpose of an enquiry, not its message', () => {
  const enquiry = { ...all, message: '', photo: '/foto/ree-1234', purpose: '' };
  expect(Object.keys(refusalOf(enquiry, false)?.errors ?? {})).toEqual(['purpose']);
  expect(refusalOf({ ...enquiry, purpose: 'home' }, false)).toBeNull();
});

it('reports missing fields before it checks the email address', () => {
  expect(refusalOf({ ...all, name: '' }, true)).toEqual({
    notice: { title: 'Velden missen', text: 'Vul alle velden in.', isError: true },
    errors: { name: 'Vul je naam in.' },
    isSent: false,
  });
  expect(refusalOf(all, true)).toEqual({
    notice: null,
    errors: { email: expect.stringContaining('geen e-mailadres') },
    isSent: false,
  });
});

it('reports that a message was sent', () => {
  expect(answer(201, { ok: true })).toMatchObject({
    notice: { title: 'Bericht verzonden', isError: false },
    isSent: true,
  });
});

it.each([
  ['600', '10 minuten'],
  ['61', '2 minuten'],
  ['60', 'een minuut'],
  ['1', 'een minuut'],
  [null, '10 minuten'],
  ['Fri, 31 Dec 2027 23:59:59 GMT', '10 minuten'],
])('says how long to wait (%j)', (retryAfter, words) => {
  const { notice, isSent } = answer(429, { error: 'x' }, retryAfter);
  expect(notice?.text).toBe(
    `Je hebt al een paar berichten gestuurd. Probeer het over ${words} opnieuw.`,
  );
  expect([notice?.isError, isSent]).toEqual([true, false]);
});

it('shows the API’s error for a field beside it', () => {
  const fields = { email: 'Vul een geldig e-mailadres in.', email_x: 'x' };
  expect(answer(400, { error: 'x', fields })).toEqual({
    notice: null,
    errors: { email: 'Vul een geldig e-mailadres in.' },
    isSent: false,
  });
});

it.each([
  [400, null],
  [400, 'x'],
  [400, { fields: null }],
  [400, { fields: { website: 'x', email: 7 } }],
  [403, { error: 'x' }],
  [413, { fields: { email: 'x' } }],
  [500, '<html>'],
  [503, null],
])('reports a failure after %i with %j', (status, body) => {
  expect(answer(status, body)).toEqual(failed);
});
