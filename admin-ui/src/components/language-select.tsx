import { useTranslation } from 'react-i18next';
import { languageChoice } from '#i18n/i18n.ts';
import { classNames } from '#lib/class-names.ts';
import { useStore } from '#lib/store.ts';
import { controlClass } from './ui/field.tsx';

/** English or Dutch, each by its own name. The browser's own list: it is on every page, and light. */
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
      <option value="en" lang="en">
        English
      </option>
      <option value="nl" lang="nl">
        Nederlands
      </option>
    </select>
  );
}
