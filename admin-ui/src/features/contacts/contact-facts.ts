/** Labels, links, counts and filters of messages (pure). */
import type { ContactStatus, ContactSubmission } from '@veldlicht/contract/contact';
import type { PlainTextKey } from '#i18n/en.ts';
import { findEntries } from '#lib/long-list.ts';

export const statusWords = {
  new: 'contactNew',
  read: 'contactRead',
  replied: 'contactReplied',
} as const satisfies Record<ContactStatus, PlainTextKey>;

/** Badge variants (spec §4 Contact submission status). */
export const statusLooks = {
  new: 'default',
  read: 'secondary',
  replied: 'outline',
} as const satisfies Record<ContactStatus, string>;

/** mailto link with the subject of spec §2, where only the name is URL-encoded; browsers encode the spaces. */
export function mailLink({ name, email }: Pick<ContactSubmission, 'name' | 'email'>): string {
  const to = encodeURIComponent(email.toWellFormed()).replace('%40', '@');
  return `mailto:${to}?subject=Re: ${encodeURIComponent(name.toWellFormed())} - Contact Form`;
}

const submitted = new Intl.DateTimeFormat('nl-NL', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Dutch in both languages (spec §2), in the browser's time zone. */
export function submittedText(iso: string): string {
  return submitted.format(new Date(iso));
}

/** Normalises line breaks: browsers send CRLF. */
export function unixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

export type ContactCounts = Record<ContactStatus | 'all', number>;

export function countContacts(
  contacts: ReadonlyArray<Pick<ContactSubmission, 'status'>>,
): ContactCounts {
  const of = (status: ContactStatus) => contacts.filter((one) => one.status === status).length;
  return { all: contacts.length, new: of('new'), read: of('read'), replied: of('replied') };
}

interface ContactFilter {
  text: string;
  status: ContactStatus | null;
  /** Id of a message that stays whatever its status, because it was opened from this list. */
  keep: string | null;
}

/** Searches name, email, phone, message and title of the photo. */
export function filterContacts(
  contacts: readonly ContactSubmission[],
  { text, status, keep }: ContactFilter,
): readonly ContactSubmission[] {
  const shown = contacts.filter(
    (one) => status === null || one.status === status || one.id === keep,
  );
  const wordsOf = ({ name, email, phone, message, enquiry }: ContactSubmission) =>
    [name, email, phone, message, enquiry?.title].join('\n');
  return findEntries(shown, wordsOf, text);
}

/** Counts messages of an address, ignoring case. */
export function countOfAddress(
  contacts: ReadonlyArray<Pick<ContactSubmission, 'email'>>,
  address: string,
): number {
  const asked = address.trim().toLowerCase();
  return contacts.filter(({ email }) => email.trim().toLowerCase() === asked).length;
}

/** File name of an export, valid on every system. */
export function exportFileName(address: string): string {
  return `veldlicht-${address.toLowerCase().replace(/[^a-z0-9.+-]+/g, '-')}.json`;
}
