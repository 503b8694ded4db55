import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { languageChoice } from '#i18n/i18n.ts';
import { publishStateQuery } from '#lib/queries.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { momentText } from '#lib/time-text.ts';
import { publishWords } from './publish-words.ts';

/** The publish state in the words of the current language. */
export function usePublishWords(connected = true) {
  const { t } = useTranslation();
  const language = useStoredChoice(languageChoice);
  const { data } = useQuery(publishStateQuery);
  return publishWords(data, connected, t, (iso) => momentText(iso, language, new Date()));
}
