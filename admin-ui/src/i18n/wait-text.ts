import type { TFunction } from 'i18next';

/** A length of time in minutes and seconds; what is begun counts. */
export function waitParts(seconds: number): { minutes: number; seconds: number } {
  const whole = Math.max(1, Math.ceil(seconds));
  return { minutes: Math.floor(whole / 60), seconds: whole % 60 };
}

/** How long, in words: '1 minute and 5 seconds'. Never less than a second. */
export function waitText(length: number, t: TFunction): string {
  const { minutes, seconds } = waitParts(length);
  if (minutes === 0) return t('waitSeconds', { count: seconds });
  if (seconds === 0) return t('waitMinutes', { count: minutes });
  return t('waitBoth', {
    minutes: t('waitMinutes', { count: minutes }),
    seconds: t('waitSeconds', { count: seconds }),
  });
}
