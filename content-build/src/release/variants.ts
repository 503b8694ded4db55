import type { VariantSuffix } from './file-work.ts';

/** Kinds of files that compressing makes smaller. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt|xml|webmanifest)$/;

/** The endings under which a file stands beside its own name, '' being the name itself. */
export function variantSuffixes(file: string): readonly VariantSuffix[] {
  // Its own name last: where it stands, its compressed forms stand too.
  return COMPRESSIBLE.test(file) ? ['.br', '.gz', ''] : [''];
}
