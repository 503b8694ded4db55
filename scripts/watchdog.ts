/** Tells systemd that this process lives (sd_notify, `WatchdogSec` of the unit): it ends and restarts what is silent. */
import { execFile } from 'node:child_process';

/** Tells it until this process ends; nothing where nobody listens. */
export function startWatchdog({
  NOTIFY_SOCKET,
  WATCHDOG_USEC,
}: Record<string, string | undefined>): void {
  const patienceMs = Number(WATCHDOG_USEC) / 1000;
  if (!NOTIFY_SOCKET || !(patienceMs > 0)) return;
  const tell = () =>
    execFile('systemd-notify', ['WATCHDOG=1'], (error) => {
      if (error) console.error(`systemd could not be told that this runs: ${error.message}`);
    });
  tell();
  setInterval(tell, patienceMs / 4).unref();
}
