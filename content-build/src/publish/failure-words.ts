/** Why an attempt failed, in sentences for people; the panel says them in its own language. */
import { isDiskFull, isReadOnly, systemCode } from '@veldlicht/database/disk-full';
import { CiError } from '../ci/ci-error.ts';
import { RenderError } from '../release/site-renderer.ts';
import { VerificationError } from '../release/verify-release.ts';
import type { HangNote } from '../worker/hang-watch.ts';
import { RollbackError } from './rollback-error.ts';

/** Others' errors name paths of the server: of those only the code is told. */
function codeOf(error: unknown): string {
  const code = systemCode(error);
  return code === undefined ? '' : ` (${code})`;
}

const READ_ONLY =
  'The data folder can’t be written; nothing can be saved until that is put right on the server';

/** Why a publish failed. */
export function failureReason(error: unknown): string {
  if (error instanceof RenderError || error instanceof VerificationError) return error.message;
  if (error instanceof CiError) return error.message;
  if (isDiskFull(error)) return 'The disk is full';
  if (isReadOnly(error)) return READ_ONLY;
  return `The site could not be published${codeOf(error)}`;
}

/** Why an older release could not be shown again. */
export function restoreReason(error: unknown): string {
  if (error instanceof RollbackError || error instanceof VerificationError) return error.message;
  if (error instanceof RenderError || error instanceof CiError) return error.message;
  if (isDiskFull(error)) return 'The disk is full';
  if (isReadOnly(error)) return READ_ONLY;
  return `The release could not be shown again${codeOf(error)}`;
}

function limitText(limitMs: number): string {
  const minutes = Math.round(limitMs / 60_000);
  return minutes >= 1 ? `${minutes} minutes` : `${limitMs / 1000} seconds`;
}

/** Why a publish, or a step back, was ended from outside. */
export function hangReason(
  { doing, limitMs }: Pick<HangNote, 'doing' | 'limitMs'>,
  attempt: 'Publishing' | 'Going back' = 'Publishing',
): string {
  const what = doing === '' ? attempt : `The page ${doing}`;
  return `${what} took longer than ${limitText(limitMs)} and was ended`;
}

/** The process died; nobody knows of what. */
export const CUT_OFF_REASON = 'Publishing was cut off';
export const RESTORE_CUT_OFF_REASON = 'Going back was cut off; try again';
