/** One published file of a picture or a video. */
import { z } from 'zod';

/** One file a browser may load. `width` and `height` are its true size in pixels. */
export const rendition = z.object({
  format: z.enum(['avif', 'jpg', 'mp4']),
  name: z.string().describe('File name inside the folder of its content hash, such as 960.avif'),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
});
export type Rendition = z.infer<typeof rendition>;

/** Whether there is a picture among them: a video without ffmpeg gets its stills later. */
export function hasStill(renditions: readonly Rendition[]): boolean {
  return renditions.some(({ format }) => format !== 'mp4');
}
