/** How a picture was taken; decides lens and exposure. */
export type Shot = 'wide' | 'tele' | 'close' | 'drone' | 'night' | 'long';

/** What a place is like, so that motifs are put where they can be found. */
export type Ground = 'kust' | 'wad' | 'bos' | 'heide' | 'water' | 'heuvels' | 'polder';

/** One picture the set is made of; further pictures vary it. */
export interface Motif {
  /** Start of the file name; stays unique. */
  slug: string;
  scene: string;
  mood: string;
  /** Width over height. */
  aspect: number;
  title: string;
  /** Titles for further pictures, each to be followed by a place. */
  subjects: readonly [string, ...string[]];
  description: string | null;
  tags: readonly string[];
  takenAt: string;
  ground: Ground;
  /** Whether the first picture holds its position, a region's name, or nothing. */
  known: 'gps' | 'region' | 'nothing';
  shot: Shot;
  featured?: boolean;
  /** Changes the composition without changing anything else. */
  luck?: number;
}
