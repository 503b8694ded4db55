/** A reason why a command can't be carried out, as one line for the terminal. */
export class CommandError extends Error {
  override name = 'CommandError';
}
