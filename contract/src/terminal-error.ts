/** A reason why a program can't do what it was asked to. */
export class TerminalError extends Error {
  /** As one line for who sits at the terminal. */
  get line(): string {
    return this.message;
  }
}

/** Known reasons are one clear line; anything else is a defect and shows where it came from. */
export function explain(error: unknown): string {
  if (error instanceof TerminalError) return error.line;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
