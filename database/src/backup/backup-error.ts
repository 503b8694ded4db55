/** A reason why a backup or a restore was not made, as one line for the terminal. */
export class BackupError extends Error {
  override name = 'BackupError';
}
