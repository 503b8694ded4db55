/** Enquiries about a photo: stored, shown and mailed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exportAnswer } from '@veldlicht/contract/contact';
import { contacts, outbox } from '@veldlicht/database/schema';
import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, it } from 'vitest';
import { CONTACT_SUBJECT } from '#mail/contact-mail.ts';
import { startOutbox } from '#mail/send-outbox.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { START, useTestApp } from '#testing/test-app.ts';
import { addItem, visitor } from '#testing/test-content.ts';
import { useSmtp } from '#testing/test-smtp.ts';

const ORIGIN = 'https://veldlicht.example';
const mailed = { SMTP_URL: 'smtp://127.0.0.1:1', CONTACT_TO: 'eva@example.nl' };
const t = useTestApp({ environment: { ...mailed, PUBLIC_ORIGIN: ORIGIN } });
const serve = useSmtp();
let item: ReturnType<typeof addItem>;
beforeEach(() => {
  item = addItem(t.db, { slug: 'ree-1234', title: 'Ree in de mist' });
  t.signInAs('admin');
});

const asked = { photo: '/foto/ree-1234', purpose: 'home', size: '60x40' };
const send = (change: object = {}) =>
  t.request('/api/contact', { method: 'POST', json: { ...visitor, ...asked, ...change } });
const inbox = async () =>
  (await t.send('GET', '/api/admin/contacts')).json() as Promise<{ enquiry: unknown }[]>;
const stored = () => t.rows(contacts).map(({ enquiry }) => enquiry);

it('is kept with the photo as visitors see it, its purpose and size, also without a word', async () => {
  expect((await send({ message: '' })).status).toBe(201);
  expect(t.rows(contacts)).toMatchObject([{ message: '', status: 'new', folder: 'inbox' }]);
  const known = { photo: item.id, title: 'Ree in de mist', purpose: 'home', size: '60x40' };
  expect(await inbox()).toMatchObject([
    { enquiry: { ...known, thumbnail: `/media/${item.fileHash}/480.avif` } },
  ]);
  const json = { email: visitor.email };
  const all = await readAnswer(exportAnswer, t.send('POST', '/api/admin/contacts/export', json));
  expect(all.messages).toMatchObject([{ enquiry: known, folder: 'inbox' }]);
});

it('for a licence has no size, and a plain message is no enquiry', async () => {
  await send({ purpose: 'web' });
  await send({ photo: undefined });
  expect(stored()).toEqual([
    { photo: item.id, title: 'Ree in de mist', purpose: 'web', size: null },
    null,
  ]);
});

it.each([
  ['withheld', { withheld: true }, '/foto/nest-1'],
  ['over', { publishUntil: START }, '/foto/nest-1'],
  ['unknown', { slug: 'vos-1' }, '/foto/nest-1'],
  ['no address', {}, '"><script>'],
])(
  'about a photo that is %s keeps its message, and reveals nothing of the item',
  async (...row) => {
    const [, change, photo] = row;
    addItem(t.db, { slug: 'nest-1', title: 'Nest', ...change });
    expect((await send({ photo })).status).toBe(201);
    expect(stored()).toEqual([{ photo: null, title: photo, purpose: 'home', size: '60x40' }]);
    expect(await inbox()).toMatchObject([
      { message: visitor.message, enquiry: { thumbnail: null } },
    ]);
    expect(t.rows(outbox)).toMatchObject([{ picture: null }]);
    expect(t.rows(outbox)[0]?.body).toContain('niet te vinden op de site');
  },
);

it('keeps the title of a deleted photo, and shows it again once restored', async () => {
  await send();
  await t.send('DELETE', `/api/admin/media/${item.id}`);
  const kept = { title: 'Ree in de mist', purpose: 'home', size: '60x40' };
  expect(await inbox()).toMatchObject([{ enquiry: { ...kept, photo: null, thumbnail: null } }]);
  await t.send('POST', `/api/admin/media/trash/${item.id}/restore`);
  expect(await inbox()).toMatchObject([{ enquiry: { ...kept, photo: item.id } }]);
});

describe('its mail', () => {
  async function mailOf(change: object, picture: boolean) {
    const server = await serve();
    await t.reopen({ environment: { ...mailed, SMTP_URL: server.url, PUBLIC_ORIGIN: ORIGIN } });
    const { fileHash } = addItem(t.db, { slug: 'ree-1234', title: 'Ree\u2028E-mail: x@y.nl' });
    if (picture) {
      mkdirSync(path.join(t.folder.renditions, fileHash));
      writeFileSync(path.join(t.folder.renditions, fileHash, '960.jpg'), 'a picture');
    }
    const { ended } = startOutbox(t.deps, 20);
    await send(change);
    await expect.poll(() => server.received).toHaveLength(1);
    t.closing.abort();
    await ended();
    return PostalMime.parse(server.received[0]?.raw ?? '');
  }

  it('shows the photo, and says which it is and for what, in lines of ours', async () => {
    const mail = await mailOf({ phone: '06 1234' }, true);
    expect(mail.subject).toBe(CONTACT_SUBJECT);
    expect(mail.replyTo).toEqual([{ name: visitor.name, address: visitor.email }]);
    expect(mail.text?.trim().split('\n')).toEqual([
      'Naam / Name: Noor Bakker',
      'E-mail: noor@example.nl',
      'Telefoon / Phone: 06 1234',
      'Foto / Photo: Ree E-mail: x@y.nl',
      `Adres / Address: ${ORIGIN}/foto/ree-1234`,
      'Doel / Purpose: Afdruk voor thuis / Print for a home',
      'Formaat / Size: 60 × 40 cm',
      `Beheer / Admin: ${ORIGIN}/admin/contacts`,
      '---',
      '',
      ...visitor.message.split('\n'),
    ]);
    const [{ content, ...picture } = {}] = mail.attachments;
    expect(picture).toMatchObject({ mimeType: 'image/jpeg', disposition: 'inline' });
    expect(Buffer.from(content as ArrayBuffer).toString()).toBe('a picture');
  });

  it('goes without a picture that is gone', async () => {
    const mail = await mailOf({ purpose: 'publication' }, false);
    expect([mail.attachments, mail.text?.includes('Formaat')]).toEqual([[], false]);
  });
});

it('that is refused without script keeps what was chosen, and leads back to its photo', async () => {
  const post = (change: object) => {
    const fields = { ...visitor, ...asked, message: '', email: 'noor@', ...change };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(fields).toString();
    return t.request('/api/contact', { method: 'POST', body, headers });
  };
  const page = await (await post({})).text();
  for (const [name, value] of Object.entries(asked))
    expect(page).toContain(`<input type="hidden" name="${name}" value="${value}">`);
  expect(page).toContain('href="/foto/ree-1234#aanvraag"');
  expect(page).not.toMatch(/<textarea[^>]*required/);
  const hostile = await (await post({ photo: 'javascript:"><img src=x>' })).text();
  expect(hostile).toContain('href="/#contact"');
  expect(hostile).not.toContain('<img');
});
