/** Words of a form that tell more than the guard of the item does, while it is filled in (decision 068). */
import { useQuery } from '@tanstack/react-query';
import { pick } from '@veldlicht/contract/by-name';
import type { GuardLevel } from '@veldlicht/contract/guard';
import { toldTexts } from '@veldlicht/contract/item-fields';
import { type Leak, type LeakQuestion, textLeak } from '@veldlicht/contract/leaks';
import type { TFunction } from 'i18next';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { callApi } from '#lib/api.ts';

/** How long nobody has typed before the server is asked, in milliseconds. */
const PAUSE_MS = 400;

/** A text as it was when it last stood still. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Only the server knows the villages. Nothing when it can't be asked: saving does not depend on it. */
export function LeakFlags({ level, words }: { level: GuardLevel; words: FormWords }) {
  const { t } = useTranslation();
  const question = useSettled(JSON.stringify({ level, ...words }));
  const { data: leaks = [] } = useQuery({
    queryKey: ['leak-flags', question],
    queryFn: ({ signal }) => {
      const schema = z.array(textLeak);
      const payload: unknown = JSON.parse(question);
      return callApi('POST', '/api/admin/leaks/check', { payload, schema, signal });
    },
    placeholderData: (last) => last,
  });
  return (
    <div aria-live="polite" className="text-[0.8125rem]">
      {leaks.length > 0 && (
        <div className="flex items-start gap-2 rounded-md bg-amber-wash px-3 py-2 text-amber">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" />
          <div className="min-w-0 wrap-anywhere">
            <p>{t('leakFlags')}</p>
            <ul className="list-disc pl-4">
              {leaks.map((leak) => (
                <li key={JSON.stringify(leak)}>{leakText(leak, t)}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}

/** What visitors would read, as a form has it. */
export type FormWords = Omit<LeakQuestion, 'level'>;

/** Of all that a form has. */
export function formWordsOf(values: FormWords): FormWords {
  return pick(values, [...toldTexts, 'category', 'tags', 'location']);
}

/** What a leak in words tells, in a sentence. */
export function leakText(leak: Exclude<Leak, { kind: 'sameDay' }>, t: TFunction): string {
  if (leak.kind === 'note' || leak.kind === 'series') {
    const { title, word } = leak;
    return t(`leak:${leak.tells}:${leak.kind}`, { title, word: `“${word}”` });
  }
  const where = leak.kind === 'text' ? leak.field : leak.kind;
  return t(`leak:${leak.tells}:${where}`, { word: `“${leak.word}”` });
}
