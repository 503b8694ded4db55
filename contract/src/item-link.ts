import { z } from 'zod';
import { focusPoint, mediaSource } from './media.ts';

/**
 * A link to an item on other pages, such as its neighbours or the archive. Every field added here makes those pages
 * render again when it changes (their `linkKey`).
 */
export const itemLink = z.object({
  path: z.string().describe('/foto/<slug> or /video/<slug>'),
  title: z.string(),
  alt: z.string(),
  place: z.string().nullable().describe('The place as visitors may know it'),
  date: z.string().nullable().describe('A day; of a guarded item the month alone'),
  width: z.int(),
  height: z.int(),
  color: z.string(),
  focus: focusPoint,
  sources: z.array(mediaSource).describe('Stills, smallest first within a format'),
});
