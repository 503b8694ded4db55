/** An authenticator app: codes of a secret, each used once. */
import { generateSync } from 'otplib';

const STEP_SECONDS = 30;

/** Returns a new code each time; waits for the next step when this and the next one are used. */
export function createAuthenticator(secret: string) {
  let used = 0;
  return async (): Promise<string> => {
    const step = () => Math.floor(Date.now() / 1000 / STEP_SECONDS);
    const next = Math.max(step(), used + 1);
    // The server accepts one step ahead.
    while (next > step() + 1) await new Promise((resolve) => setTimeout(resolve, 250));
    used = next;
    return generateSync({ secret, epoch: next * STEP_SECONDS });
  };
}

/** A six-digit code that is not accepted now. */
export function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) =>
    generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS }),
  );
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  ) as string; // five codes can't cover all six candidates
}
