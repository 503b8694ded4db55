import type { MediaInput } from '@veldlicht/contract/media';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { en } from '#i18n/en.ts';
import { serverText } from '#i18n/server-text.ts';

const missing = {
  title: 'titleRequired',
  category: 'categoryRequired',
  imageUrl: 'fileRequired',
} as const;

/** The error of a field in the current language; the required ones say what is missing. */
export function useFieldError() {
  const { t } = useTranslation();
  const { errors } = useFormContext<MediaInput>().formState;
  return (name: keyof MediaInput): string | undefined => {
    const message = errors[name]?.message;
    if (typeof message !== 'string' || message === '') return undefined;
    // Cast: only the three required fields have an entry.
    const key = missing[name as keyof typeof missing];
    return message === en.requiredFields && key ? t(key) : serverText(message);
  };
}
