/**
 * npm exits on SIGTERM without forwarding it. Our parent is npm or its shell, so a new parent means that npm has
 * exited.
 */
const LOOK_EVERY_MS = 300;

/** Calls back once npm has exited, if it started this process. */
export function onNpmEnd(callBack: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callBack();
  }, LOOK_EVERY_MS);
  timer.unref();
}
