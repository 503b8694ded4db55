import { type RefObject, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '#lib/notify.ts';
import type { GoTo } from '../table/media-table.tsx';
import type { BulkSession } from './bulk-session.ts';
import { firstUncategorized, isOnlyFirstFilled } from './draft.ts';

/** Before and instead of an upload, leads to the first draft without a category. */
export function useCategoryLead(
  session: BulkSession,
  goTo: RefObject<GoTo | null>,
  onAsk: (question: 'upload') => void,
) {
  const { t } = useTranslation();
  const led = useRef<string | null>(null);
  /** Names the draft; returns its cell for the focus, or null if every draft has a category. */
  const lead = useCallback(() => {
    const draft = firstUncategorized(session.get().drafts);
    if (!draft) return null;
    led.current = draft.id;
    const title = draft.fields.title.trim() || draft.name;
    notify.error(t('hasNoCategory', { title }), t('categoryForAll'));
    return goTo.current?.(draft.id, 'category') ?? null;
  }, [session, goTo, t]);
  /** Pressed again with the same draft still empty, the question may fill it from the first. */
  const ask = useCallback(() => {
    const { drafts } = session.get();
    const draft = firstUncategorized(drafts);
    if (draft && !isOnlyFirstFilled(drafts) && led.current !== draft.id) {
      lead();
      return;
    }
    notify.clearError();
    onAsk('upload');
  }, [session, lead, onAsk]);
  return { ask, lead };
}
