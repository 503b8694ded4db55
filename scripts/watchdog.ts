/**
 * Notifies the watchdog of systemd (sd_notify, `WatchdogSec` in the unit), which restarts a silent process.
 */
import { execFile } from 'node:child_process';

/** Notifies it until this process exits; a no-op without systemd. */
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
