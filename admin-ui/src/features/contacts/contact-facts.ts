/** From messages to what the panel says and does with them (pure). */
import type { ContactStatus, ContactSubmission } from '@veldlicht/contract/contact';
import type { PlainTextKey } from '#i18n/en.ts';
import { findEntries } from '#lib/long-list.ts';

export const statusWords = {
  new: 'contactNew',
  read: 'contactRead',
  replied: 'contactReplied',
} as const satisfies Record<ContactStatus, PlainTextKey>;

/** Looks of each status (spec §4 Contact submission status). */
export const statusLooks = {
  new: 'default',
  read: 'secondary',
  replied: 'outline',
} as const satisfies Record<ContactStatus, string>;

/**
 * Opens a letter to who wrote; subject as in spec §2, with the name URL-encoded. The browser encodes
 * the blanks itself, as it does in every address.
 */
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

/** When it was sent, in Dutch whatever the language of the panel (spec §2), in the person's zone. */
export function submittedText(iso: string): string {
  return submitted.format(new Date(iso));
}

/** A text in which every line break is one that pages show: other programs send others. */
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

/** What is asked of the list. `keep` stays in it whatever its status: it was opened from there. */
interface ContactFilter {
  text: string;
  status: ContactStatus | null;
  keep: string | null;
}

/** Messages with these words in name, address, number, text or the photo's title, and with this status. */
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

/** How many of these were sent from an address; capitals make no other address. */
export function countOfAddress(
  contacts: ReadonlyArray<Pick<ContactSubmission, 'email'>>,
  address: string,
): number {
  const asked = address.trim().toLowerCase();
  return contacts.filter(({ email }) => email.trim().toLowerCase() === asked).length;
}

/** Name of the file with everything of one address, safe on every disk. */
export function exportFileName(address: string): string {
  return `veldlicht-${address.toLowerCase().replace(/[^a-z0-9.+-]+/g, '-')}.json`;
}
