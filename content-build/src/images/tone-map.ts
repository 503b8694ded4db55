/** From HDR (PQ, HLG) to the tones of a plain screen, with whatever filters this ffmpeg has. */
import { runProgram } from './ffmpeg.ts';

/**
 * To linear light, to the primaries of BT.709, highlights rolled off, and back. 203 cd/m² is the white
 * of paper in HDR (ITU-R BT.2408): it becomes the white of the page.
 */
const MAPPED = [
  'zscale=t=linear:npl=203',
  'format=gbrpf32le',
  'zscale=p=bt709',
  'tonemap=tonemap=mobius:param=0.6:desat=0',
  'zscale=t=bt709:m=bt709:r=tv',
  'format=yuv420p',
].join(',');

/** Without those filters: right hues by the matrix, and colour brought back by hand. */
const PLAIN =
  'scale=in_color_matrix=bt2020:out_color_matrix=bt709,format=yuv420p,eq=contrast=1.1:saturation=1.4';

/** The filters for a list of those that ffmpeg has, as `-filters` prints it. */
export function chooseToneMap(printed: string): string {
  const has = (name: string) => new RegExp(`^\\s*\\S+ ${name} `, 'm').test(printed);
  if (has('zscale') && has('tonemap')) return MAPPED;
  return has('eq') ? PLAIN : (PLAIN.split(',eq')[0] ?? PLAIN);
}

let chosen: Promise<string> | undefined;

/** Asked once per process. */
export function toneMapFilter(): Promise<string> {
  chosen ??= runProgram('ffmpeg', ['-hide_banner', '-filters'], 10_000)
    .catch(() => '')
    .then(chooseToneMap);
  return chosen;
}
