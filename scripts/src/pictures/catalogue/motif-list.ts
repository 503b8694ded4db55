import { DRONE_MOTIFS } from './drone-motifs.ts';
import { FAUNA_MOTIFS } from './fauna-motifs.ts';
import { LANDSCAPE_MOTIFS } from './landscape-motifs.ts';
import { MACRO_MOTIFS } from './macro-motifs.ts';
import type { Motif } from './motif.ts';

const BY_CATEGORY = {
  landscape: LANDSCAPE_MOTIFS,
  drone: DRONE_MOTIFS,
  macro: MACRO_MOTIFS,
  fauna: FAUNA_MOTIFS,
} as const;

type Category = keyof typeof BY_CATEGORY;

const CATEGORIES: readonly Category[] = ['landscape', 'drone', 'macro', 'fauna'];

/** Takes from every category in turn, so that any first few pictures are a mixed lot. */
function interleave(): Motif[] {
  const list: Motif[] = [];
  const total = CATEGORIES.reduce((sum, category) => sum + BY_CATEGORY[category].length, 0);
  for (let turn = 0; list.length < total; turn += 1) {
    for (const category of CATEGORIES) {
      const motifs = BY_CATEGORY[category];
      const share = Math.round(((turn + 1) * motifs.length) / 8);
      const before = Math.round((turn * motifs.length) / 8);
      list.push(...motifs.slice(before, share));
    }
  }
  return list;
}

/** The curated pictures in the order of the set. */
export const MOTIFS: readonly Motif[] = interleave();

/** The category a motif belongs to. */
export function categoryOf(motif: Motif): Category {
  return CATEGORIES.find((category) => BY_CATEGORY[category].includes(motif)) ?? 'landscape';
}

/** The motif a file name was made of, if any. */
export function motifOfFile(fileName: string): Motif | null {
  const slug = fileName.replace(/-\d+\.jpg$/, '');
  return MOTIFS.find((motif) => motif.slug === slug) ?? null;
}
