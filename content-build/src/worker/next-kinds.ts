/** Which jobs may run beside each other. */
import type { JobKind } from '@veldlicht/database/jobs';

const OTHERS: readonly JobKind[] = ['renditions', 'remove', 'remake'];
/** Uploads keep a place of their own: somebody waits for each of them. */
const OTHERS_AT_ONCE = 2;
const JOBS_AT_ONCE = 3;
/** Previews come on top: they take moments, and somebody looks at an empty tab. */
const PREVIEWS_AT_ONCE = 2;

/** What may be begun beside the jobs that run (pure). */
export function nextKinds(running: JobKind[]): JobKind[] {
  const previews = running.filter((kind) => kind === 'preview').length;
  const jobs = running.length - previews;
  const others = running.filter((kind) => OTHERS.includes(kind)).length;
  const kinds: JobKind[] = previews < PREVIEWS_AT_ONCE ? ['preview'] : [];
  if (jobs < JOBS_AT_ONCE) kinds.push('inspect');
  if (jobs < JOBS_AT_ONCE && others < OTHERS_AT_ONCE) kinds.push(...OTHERS);
  return kinds;
}
