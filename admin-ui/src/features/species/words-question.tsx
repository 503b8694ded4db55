/**
 * Asks after saving whether visitors may read the texts of guarded items (decision 021); the leak report opens it too.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type WaitingText, waitingText } from '@veldlicht/contract/leaks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useLastAsked } from '#components/delete-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { AlertButtons, AlertCard } from '#components/ui/dialog.tsx';
import { callApi } from '#lib/api.ts';
import { pageContent } from '#lib/page-content.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { useChange } from '#lib/use-change.ts';
import { closeWords, useWordsAsked } from '#lib/words-question.ts';
import { guardedTitles } from './guarded-titles.ts';
import { LEAKS_PATH, refreshLeaks } from './leak-fixes.ts';
import { partsOf } from './marked-words.ts';

const keyOf = ({ subject, text }: WaitingText) => JSON.stringify([subject, text]);

/** The held texts of the question; null for none. */
function useAskedTexts(asked: ReturnType<typeof useWordsAsked>): readonly WaitingText[] | null {
  const isSaved = asked !== null && 'since' in asked;
  const { data, isSuccess } = useQuery({
    queryKey: [LEAKS_PATH, 'waiting', asked],
    queryFn: ({ signal }) => {
      const since = isSaved ? asked.since : 0;
      const schema = z.array(waitingText);
      return callApi('GET', `${LEAKS_PATH}/waiting?since=${since}`, { schema, signal });
    },
    enabled: isSaved,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  useEffect(() => {
    if (isSaved && isSuccess && data.length === 0) closeWords(asked);
  }, [asked, isSaved, isSuccess, data]);
  if (!asked) return null;
  const texts = isSaved ? data : asked.texts;
  return texts && texts.length > 0 ? texts : null;
}

const ofItems: readonly string[] = ['title', 'description', 'alt'];

/** Names what is guarded, if a text is of something else than an item; empty otherwise. */
function useGuardedTitles(asked: readonly WaitingText[] | null): string {
  const { t } = useTranslation();
  const enabled = asked?.some(({ field }) => !ofItems.includes(field)) ?? false;
  const { data = [] } = useQuery({ ...adminMediaQuery, enabled });
  const { titles, others } = guardedTitles(data);
  if (!enabled || titles.length === 0) return '';
  const named = titles.map((title) => `“${title}”`);
  const more = others > 0 ? [t('andMore', { number: String(others) })] : [];
  return t('wordsAbout', { titles: [...named, ...more].join(', ') });
}

interface TextRowProps {
  one: WaitingText;
  mayRead: boolean;
  onChange: (mayRead: boolean) => void;
}

/** A text with its suspicious words marked. */
function TextRow({ one, mayRead, onChange }: TextRowProps) {
  const { t } = useTranslation();
  const { text, field, title, marks } = one;
  return (
    <li className="border-t border-hairline py-3 first:border-t-0">
      <Checkbox checked={mayRead} onChange={({ target }) => onChange(target.checked)}>
        <span className="block text-small text-muted">{t(`held:${field}`, { title })}</span>
        <span className="block whitespace-pre-line">
          {partsOf(text, marks).map(({ at, words, isMarked }) =>
            isMarked ? (
              <mark key={at} className="rounded-xs bg-amber-wash px-0.5 text-amber">
                {words}
              </mark>
            ) : (
              words
            ),
          )}
        </span>
      </Checkbox>
    </li>
  );
}

export function WordsQuestion() {
  const { t } = useTranslation();
  const question = useWordsAsked();
  const asked = useAskedTexts(question);
  const texts = useLastAsked(asked) ?? [];
  const about = useGuardedTitles(asked);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [isRenewed, setRenewed] = useState(false);
  const mayRead = (one: WaitingText) => !kept.has(keyOf(one));
  const renewable = texts.filter((one) => one.address !== null && mayRead(one));
  const answer = useChange({
    call: (answers: { isYes: boolean }) =>
      callApi('POST', `${LEAKS_PATH}/answers`, {
        payload: {
          texts: texts.map((one) => ({
            subject: one.subject,
            text: one.text,
            mayRead: answers.isYes && mayRead(one),
          })),
          addresses: answers.isYes && isRenewed ? renewable.map(({ id }) => id) : [],
        },
      }),
    failed: 'failedToAnswerWords',
    onDone: () => {
      closeWords(question);
      setKept(new Set());
      setRenewed(false);
    },
    refresh: refreshLeaks,
  });
  const turn = (one: WaitingText, isRead: boolean) => {
    const others = new Set(kept);
    if (isRead) others.delete(keyOf(one));
    else others.add(keyOf(one));
    setKept(others);
  };
  return (
    <AlertCard
      open={asked !== null}
      title={t('wordsTitle')}
      text={[t('wordsText'), about].filter(Boolean).join(' ')}
      className="max-w-xl"
      focusAfter={pageContent}
    >
      <ul
        aria-label={t('wordsList')}
        className="max-h-[45dvh] min-h-24 overflow-y-auto overscroll-contain border-y border-hairline"
      >
        {texts.map((one) => (
          <TextRow
            key={keyOf(one)}
            one={one}
            mayRead={mayRead(one)}
            onChange={(isRead) => turn(one, isRead)}
          />
        ))}
      </ul>
      {renewable.length > 0 && (
        <Checkbox
          className="pt-1"
          checked={isRenewed}
          onChange={({ target }) => setRenewed(target.checked)}
        >
          {t('wordsAddress', { count: renewable.length, words: renewable[0]?.address ?? '' })}
        </Checkbox>
      )}
      <AlertButtons>
        <Button
          look="secondary"
          aria-disabled={answer.isPending}
          onClick={() => answer.mutate({ isYes: false })}
        >
          {t('wordsKeep')}
        </Button>
        <Button pending={answer.isPending} onClick={() => answer.mutate({ isYes: true })}>
          {t('wordsConfirm')}
        </Button>
      </AlertButtons>
    </AlertCard>
  );
}
