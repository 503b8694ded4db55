/** An expected error of a command. */
export class TerminalError extends Error {
  /** Message for the terminal, in one line. */
  get line(): string {
    return this.message;
  }
}

/** One line for expected errors; the stack of any other, which is a defect. */
export function explain(error: unknown): string {
  if (error instanceof TerminalError) return error.line;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
