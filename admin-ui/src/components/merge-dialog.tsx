import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldText } from '#lib/field-words.ts';
import { type MergeQuestion, mergeQuestion } from '#lib/save-merged.ts';
import { useStore } from '#lib/store.ts';
import { longMomentText } from '#lib/time-text.ts';
import { valueText } from '#lib/value-text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

function Question({ question }: { question: MergeQuestion }) {
  const { t } = useTranslation();
  const [kept, setKept] = useState<ReadonlySet<string>>(
    () => new Set(question.conflicts.map(({ name }) => name)),
  );
  const keep = (name: string, isMine: boolean) => {
    const next = new Set(kept);
    if (isMine) next.add(name);
    else next.delete(name);
    setKept(next);
  };
  const { changed } = question;
  const who = changed
    ? t('mergeTextBy', { who: changed.by, time: longMomentText(changed.at) })
    : t('mergeText');
  return (
    <ConfirmDialog
      open
      title={t('mergeTitle')}
      text={`${who} ${t('mergeRest')}`}
      confirm={t('mergeConfirm')}
      cancel={t('keepEditing')}
      onConfirm={() => question.answer(kept)}
      onCancel={() => question.answer(null)}
    >
      <div className="mt-2 flex max-h-[50dvh] flex-col gap-4 overflow-y-auto">
        {question.conflicts.map(({ name, mine, theirs }) => (
          <fieldset key={name} className="flex flex-col gap-1">
            <legend className="font-medium">{fieldText(name, t)}</legend>
            {[true, false].map((isMine) => (
              <label key={String(isMine)} className="flex min-h-10 items-start gap-3 py-2">
                <input
                  type="radio"
                  name={name}
                  checked={kept.has(name) === isMine}
                  onChange={() => keep(name, isMine)}
                  className="mt-0.5 size-4 shrink-0 accent-moss"
                />
                <span className="min-w-0">
                  <span className="block text-small text-muted">
                    {t(isMine ? 'mergeMine' : 'mergeTheirs')}
                  </span>
                  <span className="line-clamp-6 wrap-anywhere whitespace-pre-wrap">
                    <bdi>{valueText(name, isMine ? mine : theirs, t)}</bdi>
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </ConfirmDialog>
  );
}

/** Asks which values to keep when two people changed the same fields (decision 007); part of every form. */
export function MergeDialog() {
  const question = useStore(mergeQuestion);
  return question && <Question question={question} />;
}
