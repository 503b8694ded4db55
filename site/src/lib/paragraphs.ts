/** Splits a text at its empty lines. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** The first sentences of a text for a search engine: one line, at most about 160 characters. */
export function summary(text: string, limit = 160): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= limit) return line;
  const space = line.lastIndexOf(' ', limit - 1);
  return `${line.slice(0, space > 0 ? space : limit - 1).replace(/[,;:.]$/, '')}…`;
}
