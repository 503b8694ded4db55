/** Enquiries of visitors about a photo: a print or a licence. */
import { z } from 'zod';

export const purposes = ['home', 'office', 'publication', 'web', 'other'] as const;
export const sizes = ['30x20', '45x30', '60x40', '90x60', 'other'] as const;
export type Purpose = (typeof purposes)[number];

/** Purposes of a print; only a print has a size. */
const prints: readonly Purpose[] = ['home', 'office', 'other'];
export const isPrint = (purpose: Purpose) => prints.includes(purpose);

/** The choices in English and Dutch: for the form, the panel and the mail. */
export const enquiryTexts = {
  'purpose:home': ['Print for a home', 'Afdruk voor thuis'],
  'purpose:office': ['Print for an office or practice', 'Afdruk voor kantoor of praktijk'],
  'purpose:publication': ['Licence for a publication', 'Licentie voor een publicatie'],
  'purpose:web': ['Licence for the web', 'Licentie voor het web'],
  'purpose:other': ['Something else', 'Iets anders'],
  'size:30x20': ['30 × 20 cm', '30 × 20 cm'],
  'size:45x30': ['45 × 30 cm', '45 × 30 cm'],
  'size:60x40': ['60 × 40 cm', '60 × 40 cm'],
  'size:90x60': ['90 × 60 cm', '90 × 60 cm'],
  'size:other': ['Another size', 'Een ander formaat'],
} as const;

/** As stored with its message; the item may be deleted since. */
const storedEnquiry = z.object({
  photo: z.string().nullable().describe('Id of the item; null when none was found'),
  title: z
    .string()
    .describe('Title of the item at that moment; without an item, the address that was sent'),
  purpose: z.enum(purposes),
  size: z.enum(sizes).nullable(),
});
export type StoredEnquiry = z.infer<typeof storedEnquiry>;

/** As the inbox shows it: `photo` and `thumbnail` are null once the item is deleted. */
export const enquiry = storedEnquiry.extend({
  thumbnail: z.string().nullable().describe('Address of a small still'),
});
export type Enquiry = z.infer<typeof enquiry>;
