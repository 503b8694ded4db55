/** The last lines of a job, as many as a report may carry. */
import { BUILD_LOG_CHARACTERS, BUILD_LOG_LINES } from '@veldlicht/contract/build';

/** The end of a text within the bounds of a report (pure). */
export function lastLines(text: string): string {
  const lines = text.trimEnd().split('\n').slice(-BUILD_LOG_LINES);
  let kept = lines.join('\n');
  if (kept.length > BUILD_LOG_CHARACTERS) kept = kept.slice(-BUILD_LOG_CHARACTERS);
  return kept;
}

export interface BuildLog {
  say: (line: string) => void;
  text: () => string;
}

/** Collects lines for the report, and shows each to who watches the job. */
export function createBuildLog(show: (line: string) => void): BuildLog {
  const lines: string[] = [];
  return {
    say: (line) => {
      show(line);
      lines.push(line);
      if (lines.length > BUILD_LOG_LINES) lines.shift();
    },
    text: () => lastLines(lines.join('\n')),
  };
}
