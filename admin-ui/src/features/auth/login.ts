/** The steps of a sign-in as a pure reducer, and the codes it takes (spec §4 Login, §5). */
import type { LoginAnswer } from '@veldlicht/contract/auth';
import { AUTHENTICATOR_CODE_LENGTH, BACKUP_CODE_LENGTH } from '@veldlicht/contract/limits';
import { ApiError } from '#lib/api.ts';

/** Where a second-factor code comes from. */
export type CodeKind = 'authenticator' | 'backup';

export const otherKind = { authenticator: 'backup', backup: 'authenticator' } as const;

/** What stays of a code while it is typed: upper case, letters and digits, as many as it has (spec §5). */
export function cleanCode(typed: string, kind: CodeKind): string {
  const length = kind === 'backup' ? BACKUP_CODE_LENGTH : AUTHENTICATOR_CODE_LENGTH;
  const plain = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return plain.slice(0, length);
}

/** What the set-up takes: digits, at most six (spec §5). */
export function cleanDigits(typed: string): string {
  return typed.replace(/[^0-9]/g, '').slice(0, AUTHENTICATOR_CODE_LENGTH);
}

/** The server takes no tries for a while. */
export interface LoginWait {
  /** In milliseconds since 1970. */
  until: number;
  /** Why, for `serverText`. */
  reason: string;
}

/** The wait a refusal asks for. `now` in milliseconds since 1970. */
export function waitOf(error: unknown, now: number): LoginWait | null {
  if (!(error instanceof ApiError) || !error.retryAfter) return null;
  return { until: now + error.retryAfter * 1000, reason: error.reason };
}

/** Where a sign-in stands after the server's answer (spec §4 Login). */
type LoginOutcome = 'signed-in' | 'code' | 'setup' | 'refused';

/** An answer that names no user and asks for nothing lets nobody in. */
export function loginOutcome(answer: LoginAnswer): LoginOutcome {
  if (answer.requires2FA) return 'code';
  if (answer.requires2FASetup) return 'setup';
  return answer.user ? 'signed-in' : 'refused';
}

export interface LoginState {
  step: 'credentials' | 'code' | 'setup';
  /** Both stay, to be sent again with the code. */
  username: string;
  password: string;
  kind: CodeKind;
  code: string;
  /** What was sent had an empty field. */
  missing: boolean;
  wait: LoginWait | null;
  /** Rises whenever a step starts afresh, and its field takes the focus. */
  round: number;
}

export type LoginEvent =
  | { type: 'typed'; field: 'username' | 'password' | 'code'; text: string }
  | { type: 'sent' }
  | { type: 'missing' }
  | { type: 'answered'; outcome: LoginOutcome }
  | { type: 'refused'; code: string | null; wait: LoginWait | null }
  | { type: 'kind-toggled' }
  | { type: 'went-back' }
  | { type: 'wait-over' };

export const loginStart: LoginState = {
  step: 'credentials',
  username: '',
  password: '',
  kind: 'authenticator',
  code: '',
  missing: false,
  wait: null,
  round: 0,
};

/** The same step, with an empty code field. */
function afresh(state: LoginState): LoginState {
  return { ...state, code: '', missing: false, round: state.round + 1 };
}

function firstStep(state: LoginState): LoginState {
  return { ...afresh(state), step: 'credentials', kind: 'authenticator' };
}

export function loginReducer(state: LoginState, event: LoginEvent): LoginState {
  switch (event.type) {
    case 'typed':
      if (event.field !== 'code') return { ...state, [event.field]: event.text };
      return { ...state, code: cleanCode(event.text, state.kind), missing: false };
    case 'sent':
      return { ...state, missing: false };
    case 'missing':
      return { ...afresh(state), missing: true };
    case 'answered':
      if (event.outcome === 'code') return { ...afresh(state), step: 'code', wait: null };
      if (event.outcome === 'setup') return { ...state, step: 'setup', wait: null };
      return event.outcome === 'refused' ? firstStep(state) : state;
    case 'refused': {
      // A refusal empties the code; wrong credentials lead back to the first step (spec §4).
      const next = event.code === 'invalid_credentials' ? firstStep(state) : afresh(state);
      return { ...next, wait: event.wait };
    }
    case 'kind-toggled':
      return { ...afresh(state), kind: otherKind[state.kind] };
    case 'went-back':
      return { ...firstStep(state), wait: null };
    case 'wait-over':
      return { ...state, wait: null };
  }
}
