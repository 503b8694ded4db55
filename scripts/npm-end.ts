/**
 * npm dies of a SIGTERM without passing it on; whoever stops `npm start` means the product. Under
 * npm our parent is npm or its shell, so a new parent says that it has gone.
 */
const LOOK_EVERY_MS = 300;

/** Calls back once when npm, if that is what started us, has ended. */
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
