/** The steps of a sign-in as a pure reducer (spec §4 Login, §5). */
import type { LoginAnswer } from '@veldlicht/contract/auth';
import { AUTHENTICATOR_CODE_LENGTH, BACKUP_CODE_LENGTH } from '@veldlicht/contract/limits';

export interface Credentials {
  username: string;
  password: string;
}

/** The server takes no tries for a while. */
export interface LoginWait {
  /** In milliseconds since 1970. */
  until: number;
  /** Why, for `serverText`. */
  reason: string;
}

export interface LoginState {
  step: 'credentials' | 'code' | 'setup';
  /** Kept in memory, to be sent again with the code. */
  credentials: Credentials;
  kind: CodeKind;
  code: string;
  codeMissing: boolean;
  wait: LoginWait | null;
  /** Rises whenever the code field starts afresh, and takes the focus. */
  round: number;
}

export type LoginEvent =
  | { type: 'credentials-sent'; credentials: Credentials }
  | { type: 'answered'; outcome: LoginOutcome }
  | { type: 'refused'; code: string | null; wait: LoginWait | null }
  | { type: 'code-typed'; text: string }
  | { type: 'code-missing' }
  | { type: 'kind-toggled' }
  | { type: 'went-back' }
  | { type: 'wait-over' };

export const loginStart: LoginState = {
  step: 'credentials',
  credentials: { username: '', password: '' },
  kind: 'authenticator',
  code: '',
  codeMissing: false,
  wait: null,
  round: 0,
};

/** The code step with an empty field that takes the focus. */
function freshCode(state: LoginState): LoginState {
  return { ...state, code: '', codeMissing: false, round: state.round + 1 };
}

function firstStep(state: LoginState): LoginState {
  return { ...freshCode(state), step: 'credentials', kind: 'authenticator' };
}

function afterAnswer(state: LoginState, outcome: LoginOutcome): LoginState {
  if (outcome === 'code') return { ...freshCode(state), step: 'code', wait: null };
  if (outcome === 'setup') return { ...state, step: 'setup', wait: null };
  return outcome === 'refused' ? firstStep(state) : state;
}

/** A refusal resets the code step; wrong credentials lead back to the first one (spec §4). */
function afterRefusal(state: LoginState, code: string | null, wait: LoginWait | null): LoginState {
  const next = code === 'invalid_credentials' ? firstStep(state) : freshCode(state);
  return { ...next, wait };
}

export function loginReducer(state: LoginState, event: LoginEvent): LoginState {
  switch (event.type) {
    case 'credentials-sent':
      return { ...state, credentials: event.credentials };
    case 'answered':
      return afterAnswer(state, event.outcome);
    case 'refused':
      return afterRefusal(state, event.code, event.wait);
    case 'code-typed':
      return { ...state, code: cleanCode(event.text, state.kind), codeMissing: false };
    case 'code-missing':
      return { ...freshCode(state), codeMissing: true };
    case 'kind-toggled':
      return {
        ...freshCode(state),
        kind: state.kind === 'authenticator' ? 'backup' : 'authenticator',
      };
    case 'went-back':
      return { ...firstStep(state), wait: null };
    case 'wait-over':
      return { ...state, wait: null };
  }
}

/** Where a sign-in stands after the server's answer (spec §4 Login). */
type LoginOutcome = 'signed-in' | 'code' | 'setup' | 'refused';

/** An answer that names no user and asks for nothing lets nobody in. */
export function loginOutcome(answer: LoginAnswer): LoginOutcome {
  if (answer.requires2FA) return 'code';
  if (answer.requires2FASetup) return 'setup';
  return answer.user ? 'signed-in' : 'refused';
}

/** Where a second-factor code comes from. */
export type CodeKind = 'authenticator' | 'backup';

const lengths: Record<CodeKind, number> = {
  authenticator: AUTHENTICATOR_CODE_LENGTH,
  backup: BACKUP_CODE_LENGTH,
};

/** Upper case, letters and digits only, as long as such a code can be (spec §5). */
export function cleanCode(typed: string, kind: CodeKind): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, lengths[kind]);
}

/** What the set-up takes: digits, at most six (spec §5). */
export function cleanDigits(typed: string): string {
  return typed.replace(/[^0-9]/g, '').slice(0, AUTHENTICATOR_CODE_LENGTH);
}
