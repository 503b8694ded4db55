import { useQuery } from '@tanstack/react-query';
import { draftCount } from '@veldlicht/contract/draft';
import type { MediaItem } from '@veldlicht/contract/media';
import { failedFile } from '@veldlicht/contract/upload-key';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Button } from '#components/ui/button.tsx';
import { serverText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { privacyTexts } from '#lib/field-words.ts';
import { apiQuery } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';

export const draftCountQuery = apiQuery(draftCount, '/api/admin/drafts/count');
const placesQuery = apiQuery(z.array(z.string()), '/api/admin/media/protected-places');
const failedQuery = apiQuery(z.array(failedFile), '/api/admin/watch-folder');

interface NoticeProps {
  title: string;
  text: string;
  /** List of the server; dismissing deletes it. */
  query: typeof placesQuery | typeof failedQuery;
  lines: ReadonlyArray<{ key: string; line: ReactNode }>;
}

function Notice({ title, text, query, lines }: NoticeProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const [path = ''] = query.queryKey;
  const dismiss = useChange({
    call: () => callApi('DELETE', path),
    failed: 'failedToDismiss',
    onDone: (_answer, _input, client) => client.setQueryData([path], []),
  });
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="grid gap-3 rounded-md bg-amber-wash px-4 py-3">
      <h2 id={titleId} className="font-medium">
        {title}
      </h2>
      <p>{text}</p>
      <ul className="grid max-h-60 gap-1 overflow-y-auto">
        {lines.map(({ key, line }) => (
          <li key={key} className="min-w-0 wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      <div>
        <Button
          size="sm"
          look="secondary"
          pending={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          {t('noticeSeen')}
        </Button>
      </div>
    </section>
  );
}

interface ProtectedPlacesProps {
  items: readonly MediaItem[];
  onEdit: (item: MediaItem) => void;
}

/** Lists places that an update of the product publishes less exactly (decision 020). */
export function ProtectedPlaces({ items, onEdit }: ProtectedPlacesProps) {
  const { t } = useTranslation();
  const ids = new Set(useQuery(placesQuery).data);
  const changed = items.filter(({ id }) => ids.has(id));
  const lines = changed.map((item) => ({
    key: item.id,
    line: (
      <>
        <button
          type="button"
          className="text-left text-moss underline underline-offset-2"
          onClick={() => onEdit(item)}
        >
          {item.title}
        </button>{' '}
        – {item.location} – {t(privacyTexts[item.locationPrivacy])}
      </>
    ),
  }));
  const title = t('protectedPlaces', { count: lines.length });
  return <Notice query={placesQuery} title={title} text={t('protectedPlacesText')} lines={lines} />;
}

/** Lists faults of the watched folder and its files. */
export function WatchFolderNotice() {
  const { t } = useTranslation();
  const { data: failed = [] } = useQuery(failedQuery);
  const lines = failed.map(({ name, reason }, n) => ({
    // Names may be equal.
    key: `${n} ${name}`,
    line: `${name} – ${serverText(reason)}`,
  }));
  const title = t('watchFolderFailed', { count: lines.length });
  const text = t('watchFolderFailedText');
  return <Notice query={failedQuery} title={title} text={text} lines={lines} />;
}

/** Counts waiting drafts: sent by programs without a category, or chosen and not uploaded. */
export function WaitingDrafts({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const { data } = useQuery(draftCountQuery);
  if (!data || data.count === 0) return null;
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-moss-wash py-2 pr-2 pl-4">
      <p className="min-w-0 flex-1 basis-40">{t('draftsWaiting', { count: data.count })}</p>
      <Button look="secondary" size="sm" onClick={onOpen}>
        {t('showDrafts')}
      </Button>
    </section>
  );
}
