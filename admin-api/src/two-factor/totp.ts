/** Time-based codes (RFC 6238) with one step of tolerance either way. */
import { AUTHENTICATOR_CODE_LENGTH } from '@veldlicht/contract/limits';
import { generateURI, verifySync } from 'otplib';

/** Seconds a clock may be off: one step (RFC 6238 §5.2). */
const TOLERANCE_SECONDS = 30;
const CODE = new RegExp(`^\\d{${AUTHENTICATOR_CODE_LENGTH}}$`);

/** Whether a cleaned code has the shape of an authenticator's; anything else is no such code. */
export function isTotpShape(code: string): boolean {
  return CODE.test(code);
}

/** The time step a code belongs to, or null when it is wrong. Whether it was used is not asked. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  if (!isTotpShape(code)) return null;
  const epoch = Math.floor(now / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** The address an authenticator app reads from the QR code. */
export function otpAddress(username: string, secret: string): string {
  return generateURI({ issuer: 'Veldlicht', label: username, secret });
}
