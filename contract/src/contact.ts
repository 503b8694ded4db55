import { z } from 'zod';

export const contactStatuses = ['new', 'read', 'replied'] as const;
export const contactStatus = z.enum(contactStatuses);
export type ContactStatus = z.infer<typeof contactStatus>;

/** A message of a visitor (spec §3). */
export const contactSubmission = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  message: z.string(),
  status: contactStatus,
  submittedAt: z.iso.datetime(),
});
export type ContactSubmission = z.infer<typeof contactSubmission>;
