/** Records and counts page views. */
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import type { AppContext, Deps, VisitCounter } from '#http/app-env.ts';
import { foldVisits } from './fold-visits.ts';
import { recordVisit } from './visit-records.ts';
import { viewOf } from './visit-rules.ts';

const EVERY_MS = 30_000;

type Surroundings = Pick<Deps, 'db' | 'environment' | 'log' | 'now'>;

export function createVisitCounter({ db, environment, log, now }: Surroundings): VisitCounter {
  const folder = environment.visitsDir;
  const ownHost = new URL(environment.publicOrigin).hostname;
  const isHere = environment.publish.mode === 'local';
  const isOn = db.$client.prepare('SELECT visits_since IS NOT NULL FROM settings').pluck();
  /** False while the database can't be read, so that the site stays up (fault F8). */
  const isCounting = (): boolean => {
    try {
      return isHere && isOn.get() === 1;
    } catch {
      return false;
    }
  };
  let folding: Promise<boolean> | null = null;

  const attempt = async (act: () => void | Promise<void>): Promise<boolean> => {
    try {
      await act();
      return true;
    } catch (error) {
      leaveOnLostWrite(error, log);
      log.error({ err: error }, 'views could not be counted');
      return false;
    }
  };
  return {
    isHere,
    record: async (c: AppContext, status: number) => {
      if (!isCounting()) return;
      const header = (name: string) => c.req.header(name) ?? '';
      const request = {
        method: c.req.method,
        path: c.req.path,
        status,
        dnt: header('dnt'),
        gpc: header('sec-gpc'),
        purpose: header('sec-purpose') + header('purpose'),
        referrer: header('referer'),
        userAgent: header('user-agent'),
      };
      if (viewOf(request, ownHost)) await attempt(() => recordVisit(folder, request, now()));
    },
    fold: () => {
      folding ??= attempt(() => foldVisits({ db, folder, ownHost, now })).finally(() => {
        folding = null;
      });
      return folding;
    },
    ended: async () => void (await folding),
  };
}

/** Counts now and every 30 s until `closing`. */
export function startVisits(visits: VisitCounter, closing: AbortSignal, everyMs = EVERY_MS): void {
  if (!visits.isHere) return;
  void visits.fold();
  const timer = setInterval(() => void visits.fold(), everyMs);
  closing.addEventListener('abort', () => clearInterval(timer), { once: true });
}
