/** The still of a film on a server without ffmpeg (decision 019): an uploaded photo, named once. */

import { hashOfObjectPath } from '@veldlicht/contract/ladder';
import { type FinaliseAnswer, posterWish } from '@veldlicht/contract/upload';
import { hastenJob } from '@veldlicht/database/jobs';
import type { Store } from '@veldlicht/database/open';
import { files } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import type { Deps } from '#http/app-env.ts';
import { invalidField } from '#http/app-error.ts';
import { inTransaction } from '#http/write.ts';
import { findFile } from './uploads.repository.ts';

/** How much flatter or taller than its film a still may be: rounding of a frame made smaller. */
const SHAPE_SHARE = 0.03;

interface Shape {
  width: number;
  height: number;
}

function isAlike(one: Shape, other: Shape): boolean {
  const ratio = (one.width * other.height) / (one.height * other.width);
  return Math.abs(ratio - 1) <= SHAPE_SHARE;
}

/** The content hash of a photo in the shape of the film. Throws `invalid_input`. */
function requireStill(store: Store, path: string, film: Shape): string {
  const hash = hashOfObjectPath(path);
  const still = hash === null ? undefined : findFile(store, hash);
  if (still?.type !== 'photo') throw invalidField('poster', 'The still must be an uploaded photo');
  if (!isAlike(still, film))
    throw invalidField('poster', 'The still has another shape than the film');
  return still.hash;
}

/**
 * Decides the still of a film that waits for one, and lets its processing go on; null means that
 * there is none. For any other file it does nothing. Answers what is true afterwards. Throws
 * `invalid_input` for a still that is none.
 */
export function settlePoster(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  answer: FinaliseAnswer,
  poster: string | null | undefined,
): FinaliseAnswer {
  if (poster === undefined) return answer;
  const { wantsPoster: _wanted, ...settled } = answer;
  const hash = hashOfObjectPath(answer.objectPath);
  if (hash === null) return settled;
  inTransaction(db, (tx) => {
    const film = findFile(tx, hash);
    if (!film || !posterWish(film).wantsPoster) return;
    if (poster !== null) {
      const posterHash = requireStill(tx, poster, film);
      tx.update(files).set({ posterHash }).where(eq(files.hash, hash)).run();
    }
    hastenJob(tx, 'renditions', hash, now());
  });
  return settled;
}
