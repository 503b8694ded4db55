export type Encoding = 'br' | 'gzip';

/** How a compressed form lies beside its file. */
export const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** The encodings a client takes, best first. */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const taken = new Set(
    (header ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  return (['br', 'gzip'] as const).filter((encoding) => taken.has(encoding));
}
