/** For workers whose attempts nobody has to watch. */
import type { AttemptDeps } from '../publish/publish-attempt.ts';

export const noWatch: AttemptDeps['watch'] = { begin: () => {}, end: () => [] };
