/** From HDR (PQ, HLG) to the tones of a plain screen, with whatever filters this ffmpeg has. */
import { runProgram } from './ffmpeg.ts';
import { KNEE, PAPER_WHITE } from './still-tones.ts';

/** To linear light, to the primaries of BT.709, highlights rolled off, and back. */
const MAPPED = [
  `zscale=t=linear:npl=${PAPER_WHITE}`,
  'format=gbrpf32le',
  'zscale=p=bt709',
  `tonemap=tonemap=mobius:param=${KNEE}:desat=0`,
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
