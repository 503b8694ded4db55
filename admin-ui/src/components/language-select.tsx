import { useTranslation } from 'react-i18next';
import { languageChoice } from '#i18n/i18n.ts';
import { classNames } from '#lib/class-names.ts';
import { useStore } from '#lib/store.ts';
import { controlClass } from './ui/field.tsx';

/** Each in its own language. */
const languages = [
  ['en', 'English'],
  ['nl', 'Nederlands'],
] as const;

/** A native select: it is on every page and needs no code. */
export function LanguageSelect({ className }: { className?: string }) {
  const { t } = useTranslation();
  const language = useStore(languageChoice);
  return (
    <select
      aria-label={t('language')}
      value={language}
      onChange={(event) => languageChoice.set(event.target.value === 'nl' ? 'nl' : 'en')}
      className={classNames(controlClass, 'h-8 min-w-28 cursor-pointer px-2', className)}
    >
      {languages.map(([value, name]) => (
        <option key={value} value={value} lang={value}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Both languages as buttons, for people who can't read the page yet. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const language = useStore(languageChoice);
  return (
    <fieldset aria-label={t('language')} className="flex gap-1">
      {languages.map(([value, name]) => (
        <button
          key={value}
          type="button"
          lang={value}
          aria-pressed={value === language}
          onClick={() => languageChoice.set(value)}
          className="h-10 rounded-md px-3 text-muted underline-offset-4 transition-colors duration-150 hover:bg-moss-wash hover:text-ink aria-pressed:font-medium aria-pressed:text-ink aria-pressed:underline"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
