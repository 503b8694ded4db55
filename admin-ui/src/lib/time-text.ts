const locales = { en: 'en-GB', nl: 'nl-NL' } as const;

/** An instant in full, in the time zone of the person: '31 May 2026 at 09:05'. */
export function longMomentText(iso: string, language: 'en' | 'nl'): string {
  const form = { dateStyle: 'long', timeStyle: 'short' } as const;
  return new Date(iso).toLocaleString(locales[language], form);
}

/**
 * An instant in the time zone of the person: the clock for today, else day and month as well.
 * `now` decides what today is. With `seconds`, moments of one minute can be told apart.
 */
export function momentText(
  iso: string,
  language: 'en' | 'nl',
  now: Date,
  { seconds = false } = {},
): string {
  const at = new Date(iso);
  const locale = locales[language];
  const clock = at.toLocaleTimeString(locale, {
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds && { second: '2-digit' }),
  });
  if (at.toDateString() === now.toDateString()) return clock;
  const sameYear = at.getFullYear() === now.getFullYear();
  const day = at.toLocaleDateString(locale, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
  return `${day}, ${clock}`;
}
