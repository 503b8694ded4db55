/** One published file of a picture or a video. */
import { z } from 'zod';
import { editionIn, FIRST_NAME } from './ladder.ts';

/** One file a browser may load. `width` and `height` are its true size in pixels. */
export const rendition = z.object({
  format: z.enum(['avif', 'jpg', 'mp4']),
  name: z.string().describe('File name inside the folder of its content hash, such as 960.avif'),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
});
export type Rendition = z.infer<typeof rendition>;

/** The stills that pages show. Where they have editions, 960.jpg is one of them once more (ladder.ts). */
export function shownStills<T extends Rendition>(renditions: readonly T[]): T[] {
  const stills = renditions.filter(({ format }) => format !== 'mp4');
  const hasTwin = stills.some(({ format, name }) => format === 'jpg' && editionIn(name) !== '');
  return stills.filter(({ name }) => !(hasTwin && name === FIRST_NAME));
}
