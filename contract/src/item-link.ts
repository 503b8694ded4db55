import { z } from 'zod';
import { focusPoint, mediaSource } from './media.ts';

/**
 * What leads to an item from other pages: a neighbour, a line of the archive. A change of anything else
 * leaves those pages as they are (`Entry.linkKey`), so there is nothing else in it.
 */
export const itemLink = z.object({
  path: z.string().describe('/foto/<slug> or /video/<slug>'),
  title: z.string(),
  alt: z.string(),
  place: z.string().nullable().describe('What may be said of the place'),
  date: z.string().nullable().describe('A day, or the month alone of what is guarded'),
  width: z.int(),
  height: z.int(),
  color: z.string(),
  focus: focusPoint,
  sources: z.array(mediaSource).describe('Stills, smallest first within a format'),
});
