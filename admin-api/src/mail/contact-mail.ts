/** The mail to the owner about a message (threat T22). */
import type { ContactInput } from '@veldlicht/contract/contact';
import { enquiryTexts } from '@veldlicht/contract/enquiry';
import type { Environment } from '@veldlicht/contract/environment';
import type { ReceivedEnquiry } from '#contacts/enquiry.ts';
import type { Mail } from './outbox.ts';
import { oneLine } from './outbox.ts';

/** Constant: visitors' input never gets into a header. */
export const CONTACT_SUBJECT = 'Veldlicht: nieuw bericht / new message';

export interface Message extends Pick<ContactInput, 'name' | 'email' | 'phone' | 'message'> {
  id: string;
  asked: ReceivedEnquiry | null;
}

const bothOf = (key: keyof typeof enquiryTexts) =>
  [...new Set(enquiryTexts[key].toReversed())].join(' / ');

function enquiryLines({ stored, path }: ReceivedEnquiry, publicOrigin: string): string[] {
  const { title, purpose, size } = stored;
  return [
    `Foto / Photo: ${oneLine(title)}`,
    path === null
      ? 'Deze foto is niet te vinden op de site. / This photo can’t be found on the site.'
      : `Adres / Address: ${publicOrigin}${path}`,
    `Doel / Purpose: ${bothOf(`purpose:${purpose}`)}`,
    ...(size ? [`Formaat / Size: ${bothOf(`size:${size}`)}`] : []),
  ];
}

/**
 * Builds the mail about a message. The panel's link comes from the configuration, never from the request. Each fact
 * above the line is one line; only the message below it can have several.
 */
export function contactMail(
  { id, name, email, phone, message, asked }: Message,
  { recipient, publicOrigin }: { recipient: string; publicOrigin: Environment['publicOrigin'] },
): Mail {
  const facts = [
    `Naam / Name: ${oneLine(name)}`,
    `E-mail: ${email}`,
    ...(phone ? [`Telefoon / Phone: ${oneLine(phone)}`] : []),
    ...(asked ? enquiryLines(asked, publicOrigin) : []),
    `Beheer / Admin: ${publicOrigin}/admin/contacts`,
  ];
  return {
    recipient,
    subject: CONTACT_SUBJECT,
    body: `${facts.join('\n')}\n---\n\n${message}\n`,
    replyTo: { name, address: email },
    picture: asked?.picture,
    contactId: id,
  };
}
