/** Schemas of payloads, which the API and the forms of the panel share. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { auditQuery } from './audit.ts';
import { loginInput } from './auth.ts';
import { buildReport } from './build.ts';
import { categoryImport, categoryInput, categoryReorder } from './category.ts';
import { addressInput, contactInput, contactPatch } from './contact.ts';
import { mailPatch } from './mail.ts';
import { mediaBulkUpdate, mediaInput, mediaPatch } from './media.ts';
import { passkeyPatch } from './passkey.ts';
import { isReasonCode, readReason } from './reason.ts';
import { replyInput } from './reply.ts';
import { settingsPatch, webAddress } from './settings.ts';
import { storyInput, storyPatch } from './story.ts';
import { codeInput } from './two-factor.ts';
import { uploadKeyInput } from './upload-key.ts';
import { newUser, passwordChange, userPatch } from './user.ts';

const long = (length: number) => 'x'.repeat(length);
const INVISIBLE = '\u200b\u2800\u3164\u00ad\ufeff\u202e\u2003\u115f\u{e0020}';
const PASSWORD = 'een lange zin als slot';
/** zod's own message: no form sends such a value, and the API has one sentence for all of them. */
const UNTOLD = null;

/** Paths of a payload that are refused, each with its first message. */
function refusals(schema: z.ZodType, value: unknown): Record<string, string | null> {
  const found: Record<string, string | null> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? [])
    found[path.join('.')] ??= /^(?:Invalid|Too|Unrecognized)/.test(message) ? UNTOLD : message;
  return found;
}

type Refused = [change: object, at: string, said: string | null];

/** Tests a valid payload, and changes that are each refused at one path. */
function describeInput(name: string, schema: z.ZodType, right: object, refused: Refused[]): void {
  describe(name, () => {
    it('is accepted when valid, but not with extra fields', () => {
      expect(refusals(schema, right)).toEqual({});
      for (const more of ['{"extra":1}', '{"revision":1}', '{"__proto__":{"role":"admin"}}'])
        expect(refusals(schema, { ...right, ...JSON.parse(more) })).not.toEqual({});
      for (const none of [null, [], 'x']) expect(refusals(schema, none)).toEqual({ '': UNTOLD });
    });
    it.each(refused)('is refused with %o at %s: %s', (change, at, said) => {
      expect(refusals(schema, { ...right, ...change })).toEqual({ [at]: said });
      const { code } = readReason(said ?? '');
      // The panel translates these codes; visitors get a sentence.
      if (/^[a-z_]+$/.test(code)) expect(isReasonCode(code)).toBe(true);
    });
  });
}

const person = { username: 'eva', email: 'eva@example.nl', role: 'viewer', password: PASSWORD };
describeInput('a new user', newUser, person, [
  [{ username: INVISIBLE }, 'username', 'username_required'],
  [{ username: 'eva de wit' }, 'username', 'username_characters'],
  [{ username: long(61) }, 'username', 'too_long?n=60'],
  [{ email: 'eva@' }, 'email', 'email_invalid'],
  [{ email: 'a@b.nl, c@d.nl' }, 'email', 'email_invalid'],
  [{ role: 'owner' }, 'role', UNTOLD],
  [{ password: undefined }, 'password', 'password_required'],
  [{ password: '' }, 'password', 'password_required'],
  [{ password: 'elf tekens.' }, 'password', 'password_too_short?n=12'],
  [{ password: long(129) }, 'password', 'password_too_long?n=128'],
]);
describeInput('an update of a user', userPatch, { role: 'admin' }, [
  [{ status: 'asleep' }, 'status', UNTOLD],
]);
const passwords = { currentPassword: 'old', newPassword: PASSWORD };
describeInput('a new password of one’s own', passwordChange, passwords, [
  [{ currentPassword: '' }, 'currentPassword', 'current_password_required'],
  [{ currentPassword: undefined }, 'currentPassword', 'current_password_required'],
  [{ newPassword: 'kort' }, 'newPassword', 'password_too_short?n=12'],
]);
describeInput('a sign-in', loginInput, { username: 'eva', password: 'x' }, [
  [{ username: '' }, 'username', 'username_and_password_required'],
  [{ password: undefined }, 'password', 'username_and_password_required'],
  [{ twoFactorCode: long(33) }, 'twoFactorCode', UNTOLD],
]);
describeInput('a code', codeInput, { token: '123456' }, [
  [{ token: '' }, 'token', 'code_required'],
  [{ token: { $ne: '' } }, 'token', 'code_required'],
  [{ token: long(33) }, 'token', 'code_required'],
]);

describeInput('a category', categoryInput, { name: 'mist', type: 'tag', description: null }, [
  [{ name: INVISIBLE }, 'name', 'name_required'],
  [{ name: long(101) }, 'name', 'too_long?n=100'],
  [{ name: 'a,b' }, 'name', 'name_without_commas'],
  [{ name: 'a\nb' }, 'name', 'name_on_one_line'],
  [{ name: 'a\u2028b' }, 'name', 'name_on_one_line'],
  [{ name: 'nest 52.131234 5.860456' }, 'name', 'name_holds_position'],
  [{ description: '52.131234 5.860456' }, 'description', 'description_holds_position'],
  [{ type: undefined }, 'type', 'select_type'],
  [{ type: 'other' }, 'type', 'select_type'],
  [{ description: long(5001) }, 'description', 'too_long?n=5000'],
]);
const mist = { name: 'mist', type: 'tag' };
describeInput('an import', categoryImport, { categories: [mist] }, [
  [{ categories: [] }, 'categories', 'send_one'],
  [{ categories: Array(1001).fill(mist) }, 'categories', 'send_fewer?n=1000'],
  [{ categories: [mist, { name: 'zee' }] }, 'categories.1.type', 'select_type'],
]);
const place = (id: string, sortOrder: unknown) => ({ id, sortOrder });
describeInput('an order', categoryReorder, { updates: [place('a', 1), place('b', 2)] }, [
  [{ updates: [] }, 'updates', 'send_one'],
  [{ updates: [place('a', 0)] }, 'updates.0.sortOrder', 'whole_position'],
  [{ updates: [place('a', '2')] }, 'updates.0.sortOrder', 'whole_position'],
  [{ updates: [place('a', 1), place('a', 2)] }, 'updates', 'one_place'],
  [{ updates: [place('a', 1), place('b', 1)] }, 'updates', 'same_position'],
]);

const item = { title: 'Ree', category: 'fauna', imageUrl: '/media/x/960.jpg' };
describeInput('an item', mediaInput, item, [
  [{ title: INVISIBLE }, 'title', 'required_fields'],
  [{ title: long(201) }, 'title', 'too_long?n=200'],
  [{ category: '' }, 'category', 'required_fields'],
  [{ imageUrl: undefined }, 'imageUrl', 'required_fields'],
  [{ alt: long(501) }, 'alt', 'too_long?n=500'],
  [{ originalName: long(256) }, 'originalName', 'too_long?n=255'],
  [{ date: '2026-02-30' }, 'date', 'date_shape'],
  [{ publishFrom: '2026-12-12T08:00' }, 'publishFrom', 'moment_shape'],
  [{ hero: true }, '', UNTOLD],
  [{ slug: 'ree-1234' }, '', UNTOLD],
]);
const LINES = ' \u0000a\r\nb\tc\u0085\u001b[1m\u2028d\u2029';
it.each<[string, z.ZodType, (text: string) => object]>([
  ...(
    [
      'photographer',
      'siteTitle',
      'heroTitle',
      'heroSubtitle',
      'businessLabel',
      'copyrightHolder',
    ] as const
  ).map((name): [string, z.ZodType, (text: string) => object] => [
    `the ${name} of the site`,
    settingsPatch,
    (text) => ({ profile: { [name]: text } }),
  ]),
  [
    'the name of a social link',
    settingsPatch,
    (label) => ({ profile: { social: [1, 2, 3].map(() => ({ label, url: '' })) } }),
  ],
  ...(['title', 'alt', 'location', 'originalName'] as const).map(
    (name): [string, z.ZodType, (text: string) => object] => [
      `the ${name} of an item`,
      mediaPatch,
      (text) => ({ [name]: text }),
    ],
  ),
  ['the title of a story', storyPatch, (title) => ({ title })],
  ['the name of a key', uploadKeyInput, (name) => ({ name, mayDelete: false })],
  ['the name of a passkey', passkeyPatch, (name) => ({ name })],
])('%s stands on one line, without control characters', (_, schema, payload) => {
  expect(schema.parse(payload(LINES))).toEqual(payload('a b c [1m d'));
});

it.each([
  ['a\nb', 'b'],
  ['eva\u0000root', 'x'],
  ['eva', 'a\r\nb'],
])('refuses name %j with password %j for a mail server', (username, password) => {
  const server = { host: 'mail.nl', port: 25, encryption: 'auto', sender: 'a@b.nl' };
  expect(
    mailPatch.safeParse({ server: { ...server, username: 'eva', password: 'x' } }).success,
  ).toBe(true);
  expect(Object.values(refusals(mailPatch, { server: { ...server, username, password } }))).toEqual(
    ['not_valid'],
  );
});

it('accepts a title with one visible character among invisible ones', () => {
  expect(refusals(mediaPatch, { title: '\u200b🦌\u200d' })).toEqual({});
});
it('accepts an item as it was answered, and ignores its id and creation time (T13)', () => {
  const answered = { ...item, id: 'x', createdAt: '1999-01-01T00:00:00.000Z' };
  for (const schema of [mediaInput, mediaPatch])
    expect(Object.keys(schema.parse(answered))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:id|createdAt)$/)]),
    );
});
const edit = (data: object) => ({ data });
describeInput('a bulk update', mediaBulkUpdate, { ids: ['a'], data: { alt: 'Ree' } }, [
  [{ ids: [] }, 'ids', 'select_one'],
  [edit({}), 'data', 'select_field'],
  [edit({ addTags: [], removeTags: [] }), 'data', 'select_field'],
  [edit({ tags: ['a'], addTags: ['b'] }), 'data', 'tags_both_ways'],
  [edit({ featured: true, title: 'x' }), 'data', UNTOLD],
  [edit({ featured: true, revision: 1 }), 'data', UNTOLD],
]);

const analytics = (googleAnalyticsId: unknown) => ({ googleAnalyticsId });
const profile = (change: object) => ({ profile: change });
const links = ['https://instagram.com/eva', '', ''].map((url) => ({ label: 'a', url }));
describeInput('settings', settingsPatch, profile({ social: links, contactEmail: '' }), [
  [analytics('GTM-ABCD123'), 'googleAnalyticsId', 'analytics_shape'],
  [analytics('G-ABCD1234"><script>'), 'googleAnalyticsId', 'analytics_shape'],
  [analytics("G-ABCD1234');alert(1)//"), 'googleAnalyticsId', 'analytics_shape'],
  [analytics('g-abcd1234'), 'googleAnalyticsId', 'analytics_shape'],
  [analytics(['G-ABCD1234']), 'googleAnalyticsId', UNTOLD],
  [{ enforce2FA: 'true' }, 'enforce2FA', UNTOLD],
  [{ contactRetentionMonths: 0 }, 'contactRetentionMonths', UNTOLD],
  [{ contactRetentionMonths: 121 }, 'contactRetentionMonths', UNTOLD],
  [{ contactRetentionMonths: 1.5 }, 'contactRetentionMonths', UNTOLD],
  [profile({ about: long(5001) }), 'profile.about', 'too_long?n=5000'],
  [profile({ contactEmail: 'eva' }), 'profile.contactEmail', 'email_invalid'],
  [profile({ businessUrl: 'javascript:alert(1)' }), 'profile.businessUrl', 'link_shape'],
  [profile({ businessUrl: 'mailto:eva@example.nl' }), 'profile.businessUrl', 'link_shape'],
  [profile({ businessUrl: 'eva@example.nl' }), 'profile.businessUrl', 'link_shape'],
  [profile({ businessUrl: 'mijn site.nl' }), 'profile.businessUrl', 'link_shape'],
  [profile({ businessUrl: 'instagram' }), 'profile.businessUrl', 'link_shape'],
  [
    profile({ social: links.with(1, { label: 'a', url: 'data:text/html,x' }) }),
    'profile.social.1.url',
    'link_shape',
  ],
  [profile({ social: links.slice(1) }), 'profile.social', UNTOLD],
  [profile({ homeWork: 'oldest' }), 'profile.homeWork', UNTOLD],
  [profile({ homeSeries: ['a', 'b', 'c', 'd'] }), 'profile.homeSeries', UNTOLD],
  [profile({ homeItems: [...'abcdefg'] }), 'profile.homeItems', 'home_items_few'],
  [profile({ homeItems: [...'abcdefghijklm'] }), 'profile.homeItems', UNTOLD],
  [profile({ unknown: 'x' }), 'profile', UNTOLD],
  [profile(JSON.parse('{"__proto__":{"photographer":"x"}}')), 'profile', UNTOLD],
]);

it.each([
  ['www.example.nl', 'https://www.example.nl'],
  [' example.nl/pad?x=1 ', 'https://example.nl/pad?x=1'],
  ['bèta.nl:8080', 'https://bèta.nl:8080'],
  ['http://example.nl', 'http://example.nl'],
  ['HTTPS://example.nl', 'HTTPS://example.nl'],
  ['', ''],
])('reads the address %j as %j in every field for one', (typed, stored) => {
  const social = [typed, '', typed].map((url) => ({ label: 'a', url }));
  const { profile: taken } = settingsPatch.parse(profile({ businessUrl: typed, social }));
  expect(taken?.businessUrl).toBe(stored);
  expect(taken?.social?.map(({ url }) => url)).toEqual([stored, '', stored]);
  expect(webAddress(stored)).toBe(stored);
});
it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:eva@example.nl',
  'ftp://example.nl',
  '//example.nl',
  'www.example.nl:x',
])('leaves %j unchanged', (typed) => {
  expect(webAddress(typed)).toBe(typed);
});

const MISSING = 'Vul alle velden in.';
const CHOOSE = 'Kies waarvoor je de foto wilt gebruiken.';
const message = { name: 'Noor', email: 'noor@example.nl', message: 'Dag' };
describeInput('a message of a visitor', contactInput, message, [
  [{ name: INVISIBLE }, 'name', MISSING],
  [{ name: ['Noor'] }, 'name', MISSING],
  [{ message: undefined }, 'message', MISSING],
  [{ message: long(5001) }, 'message', 'Gebruik hooguit 5000 tekens.'],
  [{ email: 'noor@' }, 'email', 'Vul een geldig e-mailadres in.'],
  [{ phone: '1'.repeat(41) }, 'phone', 'Gebruik hooguit 40 tekens.'],
  [{ fillMs: 'soon' }, 'fillMs', UNTOLD],
  [{ photo: '/foto/ree-1234' }, 'purpose', CHOOSE],
]);
const enquiry = { ...message, message: '', photo: '/foto/ree-1234', purpose: 'home', size: '' };
describeInput('an enquiry about a photo', contactInput, enquiry, [
  [{ purpose: '' }, 'purpose', CHOOSE],
  [{ purpose: 'gift' }, 'purpose', CHOOSE],
  [{ size: '1x1' }, 'size', UNTOLD],
  [{ photo: long(301) }, 'photo', 'Gebruik hooguit 300 tekens.'],
  [{ photo: undefined }, 'message', MISSING],
]);
it('reports every missing field of a message at once', () => {
  const nothing = { name: '', email: '', message: '' };
  expect(Object.keys(refusals(contactInput, nothing))).toEqual(['name', 'email', 'message']);
});
describeInput('the status of a message', contactPatch, { status: 'read' }, [
  [{ status: 'spam' }, 'status', UNTOLD],
]);
describeInput('an address to export or erase', addressInput, { email: 'noor@example.nl' }, [
  [{ email: '%' }, 'email', 'email_invalid'],
  [{ email: 'a@b.nl, c@d.nl' }, 'email', 'email_invalid'],
]);

const answer = { subject: 'Re: ree', text: 'Dag Noor,', key: 'a-key-of-16-signs' };
describeInput('an answer to a message', replyInput, answer, [
  [{ subject: 'Re: x\r\nBcc: y@z.nl' }, 'subject', 'not_valid'],
  [{ subject: 'Re: x\u2028Bcc: y@z.nl' }, 'subject', 'not_valid'],
  [{ subject: INVISIBLE }, 'subject', 'required_fields'],
  [{ text: ' \n' }, 'text', 'required_fields'],
  [{ text: long(20_001) }, 'text', 'too_long?n=20000'],
  [{ recipient: 'y@z.nl' }, '', UNTOLD],
  [{ key: undefined }, 'key', UNTOLD],
]);

const story = { title: 'Vorst', date: '2026-01-09', body: [{ kind: 'text', text: 'Stil.' }] };
describeInput('a story', storyInput, story, [
  [{ title: ' ' }, 'title', 'required_fields'],
  [{ date: '' }, 'date', 'required_fields'],
  [{ date: '2026-02-30' }, 'date', 'date_shape'],
  [{ body: [{ kind: 'text', text: long(20_001) }] }, 'body.0.text', 'too_long?n=20000'],
]);

describeInput('a query of the audit log', auditQuery, { before: '51', entity: 'user' }, [
  [{ before: '0' }, 'before', UNTOLD],
  [{ before: '1.5' }, 'before', UNTOLD],
  [{ before: '1 OR 1=1' }, 'before', UNTOLD],
  [{ entity: 'everything' }, 'entity', UNTOLD],
  [{ actor: long(255) }, 'actor', UNTOLD],
]);
const report = { snapshotId: `s1-${'0'.repeat(12)}`, state: 'live', log: '' };
describeInput('a report of a build', buildReport, report, [
  [{ snapshotId: '../../x' }, 'snapshotId', UNTOLD],
  [{ state: 'done' }, 'state', UNTOLD],
  [{ log: long(8193) }, 'log', UNTOLD],
  [{ log: '\n'.repeat(50) }, 'log', 'at most 50 lines'],
  [{ pagesDone: -1 }, 'pagesDone', UNTOLD],
]);

it('does not search a name that is far too long for positions', () => {
  const began = performance.now();
  refusals(categoryInput, { name: 'rd '.repeat(100_000), type: 'tag' });
  expect(performance.now() - began).toBeLessThan(1000);
});
