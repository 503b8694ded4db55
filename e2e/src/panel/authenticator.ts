/** The app on a person's phone: codes of a secret, each used once. */
import { generateSync } from 'otplib';

const STEP_SECONDS = 30;

/** Hands out a fresh code each time; waits for the next step when this and the next are used up. */
export function createAuthenticator(secret: string) {
  let used = 0;
  return async (): Promise<string> => {
    const step = () => Math.floor(Date.now() / 1000 / STEP_SECONDS);
    const next = Math.max(step(), used + 1);
    // One step ahead is within the tolerance of the server.
    while (next > step() + 1) await new Promise((resolve) => setTimeout(resolve, 250));
    used = next;
    return generateSync({ secret, epoch: next * STEP_SECONDS });
  };
}

/** A code of six digits that is none of the near ones. */
export function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) =>
    generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS }),
  );
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  ) as string; // five codes can't be all six
}
