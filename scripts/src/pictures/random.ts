/** A seeded stream of numbers: the same seed gives the same pictures everywhere. */
export interface Random {
  /** The next number in [0, 1). */
  next: () => number;
  /** A number in [low, high). */
  between: (low: number, high: number) => number;
  /** A whole number in [low, high]. */
  whole: (low: number, high: number) => number;
  /** Roughly normal, mean 0, standard deviation 1. */
  normal: () => number;
  /** One of the items (at least one). */
  pick: <T>(items: readonly [T, ...T[]]) => T;
}

/** Makes a random stream of a 32-bit seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor((high - low + 1) * next()),
    normal: () => (next() + next() + next() + next() - 2) * 1.732,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}

/** A 32-bit number of a text (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}
