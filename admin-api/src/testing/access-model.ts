/** What product decisions §1 and §3 say about one browser of one admin, without any of the code (T10). */

/** `off` is how many steps from now; `old` is of a secret or set that was replaced. */
export type Code =
  | { kind: 'none' }
  | { kind: 'wrong' }
  | { kind: 'totp'; off: number; old: boolean }
  | { kind: 'backup'; index: number; old: boolean };

const [MINUTE, IDLE, ABSOLUTE] = [60_000, 8 * 3_600_000, 24 * 3_600_000];
const CONFIRMED = 10 * MINUTE;

export function createAccessModel() {
  const is = { active: true, enforced: false, on: false, pending: false };
  let session: { from: number; seen: number; confirmed: number } | null = null;
  let [lastStep, used] = [-1, new Set<number>()];

  const isNear = (code: Code) => code.kind === 'totp' && !code.old && Math.abs(code.off) <= 1;
  /** Whether a code counts; it is used up by that. */
  const takes = (code: Code, now: number): boolean => {
    if (code.kind === 'backup' && !code.old && !used.has(code.index)) return !!used.add(code.index);
    if (code.kind !== 'totp' || !isNear(code)) return false;
    const step = Math.floor(now / 30_000) + code.off;
    if (step <= lastStep) return false;
    lastStep = step;
    return true;
  };
  const enter = (now: number, confirmed = now) => {
    session = { from: now, seen: now, confirmed };
    return 200;
  };
  const turnOff = () => {
    Object.assign(is, { on: false, pending: false });
    return 200;
  };
  /** Who the browser is at this moment: what GET /api/auth/me and everything else go by. */
  const who = (now: number): 'anon' | 'setup' | 'full' => {
    if (!session || !is.active || now - session.from >= ABSOLUTE || now - session.seen >= IDLE)
      return 'anon';
    if (now - session.seen >= MINUTE) session.seen = now;
    return is.enforced && !is.on ? 'setup' : 'full';
  };
  /** The status of a call that only a full session may make. */
  const full = (now: number, answer: () => number) =>
    ({ anon: () => 401, setup: () => 403, full: answer })[who(now)]();
  const isConfirmed = (now: number) => session !== null && now - session.confirmed < CONFIRMED;
  /** The status of a call that also asks for a password given a moment ago. */
  const confirmed = (now: number, answer: () => number) =>
    full(now, () => (isConfirmed(now) ? answer() : 403));

  return {
    who,
    isConfirmed,
    confirm: (right: boolean, code: Code, now: number) => {
      if (!session || who(now) === 'anon' || !right) return 401;
      if (is.on && code.kind === 'none') return 400;
      if (is.on && !takes(code, now)) return 401;
      session.confirmed = now;
      return 204;
    },
    login: (right: boolean, code: Code, now: number) => {
      if (!right || !is.active) return 401;
      if (is.on && code.kind === 'none') return 200;
      return !is.on || takes(code, now) ? enter(now) : 401;
    },
    setUp: (now: number) => {
      if (who(now) === 'anon') return 401;
      if (!isConfirmed(now)) return 403;
      is.pending = true;
      return 200;
    },
    verify: (code: Code, now: number) => {
      if (!session || who(now) === 'anon') return 401;
      if (!is.pending) return 409;
      if (code.kind !== 'totp' || !isNear(code)) return 400;
      lastStep = Math.floor(now / 30_000) + code.off;
      Object.assign(is, { on: true, pending: false });
      used = new Set();
      return enter(now, session.confirmed);
    },
    disable: (code: Code, now: number) =>
      confirmed(now, () => (is.enforced || !is.on ? 409 : takes(code, now) ? turnOff() : 400)),
    regenerate: (now: number) =>
      confirmed(now, () => {
        if (is.on) used = new Set();
        return is.on ? 200 : 409;
      }),
    enforce: (value: boolean, now: number) =>
      full(now, () => {
        if (value !== is.enforced && !isConfirmed(now)) return 403;
        if (value && !is.enforced && !is.on) return 403;
        is.enforced = value;
        return 200;
      }),
    logout: () => {
      session = null;
      return 204;
    },
    /** By another admin, who has a second factor. */
    otherEnforces: (value: boolean) => {
      is.enforced = value;
      return 200;
    },
    otherSetsActive: (active: boolean) => {
      if (is.active !== active) session = null;
      is.active = active;
      return 200;
    },
  };
}
