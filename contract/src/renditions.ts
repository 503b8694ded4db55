import { z } from 'zod';
import { editionIn, FIRST_NAME } from './ladder.ts';

/** A published file of a picture or a video. `width` and `height` are its true size in pixels. */
export const rendition = z.object({
  format: z.enum(['avif', 'jpg', 'mp4']),
  name: z.string().describe('File name inside the folder of its content hash, such as 960.avif'),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
});
export type Rendition = z.infer<typeof rendition>;

/** Stills that pages show. With editions, 960.jpg duplicates one of them (ladder.ts) and is left out. */
export function shownStills<T extends Rendition>(renditions: readonly T[]): T[] {
  const stills = renditions.filter(({ format }) => format !== 'mp4');
  const hasTwin = stills.some(({ format, name }) => format === 'jpg' && editionIn(name) !== '');
  return stills.filter(({ name }) => !(hasTwin && name === FIRST_NAME));
}
