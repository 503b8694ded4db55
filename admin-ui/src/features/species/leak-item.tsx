/** One item of the leak report: what visitors read of it, and a line for each thing that tells more. */
import type { Leak, LeakRow } from '@veldlicht/contract/leaks';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { thumbnailUrl } from '#features/media/media-urls.ts';
import { Thumbnail } from '#features/media/thumbnail.tsx';
import { useMayWrite } from '#lib/permissions.ts';
import { type LeakFix, useConfirmTexts, useLeakFix, useNotShown } from './leak-fixes.ts';
import { leakText } from './leak-flags.tsx';

/** What the button of a leak changes; null: the form or a question does that. */
function fixOf(leak: Leak, { item }: LeakRow): LeakFix | null {
  if (leak.kind === 'tag') {
    const [change, back] = [{ removeTags: [leak.tag] }, { addTags: [leak.tag] }];
    return { id: item.id, change, back, done: 'leakTagRemoved' };
  }
  if (leak.kind !== 'sameDay') return null;
  const [change, back] = [{ locationPrivacy: 'hidden' }, { locationPrivacy: 'exact' }] as const;
  return { id: leak.id, change, back, done: 'leakPlaceCoarser' };
}

interface LeakItemProps {
  row: LeakRow;
  onEdit: () => void;
}

export function LeakItem({ row, onEdit }: LeakItemProps) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  const fix = useLeakFix();
  const confirm = useConfirmTexts();
  const deny = useNotShown();
  const doubts = (row.item.guard?.reasons ?? []).flatMap((one) =>
    one.why === 'looks' ? one.scientificName : [],
  );
  const { item, place, date, address, neighbours, leaks, held } = row;
  const wordsOf = (leak: Leak) => {
    if (leak.kind !== 'sameDay') return leakText(leak, t);
    const { title, place: exact } = leak;
    return t('leakSameDay', { title, place: exact });
  };
  const labelOf = (leak: Leak) => {
    if (leak.kind === 'tag') return t('leakRemoveTag');
    if (leak.kind === 'note') return t('leakOpenNote');
    if (leak.kind === 'series') return t('leakOpenSeries');
    if (leak.kind === 'sameDay') return t('leakHidePlace');
    return t('leakChange');
  };
  const press = (leak: Leak) => {
    const change = fixOf(leak, row);
    if (change) fix.mutate(change);
    else if (leak.kind === 'note' || leak.kind === 'series')
      void navigate(
        `/${leak.kind === 'note' ? 'notes' : 'series'}?${new URLSearchParams({ open: leak.id })}`,
      );
    else onEdit();
  };
  return (
    <li
      aria-label={item.title}
      className="flex flex-wrap gap-x-4 gap-y-3 border-t border-hairline px-4 py-3 first:border-t-0"
    >
      <Thumbnail url={thumbnailUrl(item, 160)} className="aspect-[4/3] w-20 self-start" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{item.title}</span>
          {item.guard && <Badge>{t(`level:${item.guard.level}`)}</Badge>}
        </p>
        <p className="text-[0.8125rem] wrap-anywhere text-muted">
          {t('visitorsSee')}: {place ?? t('visitorsSeeNothing')} · {date ?? t('leakNoDate')} ·{' '}
          {address}
        </p>
        {neighbours > 0 && (
          <p className="text-[0.8125rem] text-muted">
            {t('leakNeighbours', { count: neighbours })}
          </p>
        )}
        {leaks.length === 0 && <p className="text-[0.8125rem] text-muted">{t('noLeaks')}</p>}
        <ul className="mt-2 flex flex-col gap-2">
          {leaks.map((leak) => (
            <li
              key={JSON.stringify(leak)}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-amber-wash px-3 py-2"
            >
              <TriangleAlert className="size-4 shrink-0 text-amber" />
              <p className="min-w-0 flex-1 basis-48 wrap-anywhere">{wordsOf(leak)}</p>
              {mayWrite && (
                <Button
                  look="secondary"
                  size="sm"
                  aria-disabled={fix.isPending}
                  onClick={() => press(leak)}
                >
                  {labelOf(leak)}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
      {mayWrite && (
        <div className="flex flex-wrap items-start gap-2">
          <Button look="quiet" size="sm" onClick={onEdit}>
            {t('leakOpen')}
          </Button>
          {doubts.map((name) => (
            <Button
              key={name}
              look="secondary"
              size="sm"
              aria-disabled={deny.isPending}
              onClick={() => deny.mutate({ item, name })}
            >
              {t('looksNot', { name })}
            </Button>
          ))}
          {held.length > 0 && (
            <Button
              look="secondary"
              size="sm"
              aria-disabled={confirm.isPending}
              onClick={() => confirm.mutate(held)}
            >
              {t('leakConfirm')}
            </Button>
          )}
          {leaks.length > 0 && (
            <Button
              look="quiet"
              size="sm"
              aria-disabled={fix.isPending}
              onClick={() =>
                fix.mutate({
                  id: item.id,
                  change: { status: 'draft' },
                  back: { status: 'published' },
                  done: 'leakWithheld',
                })
              }
            >
              {t('leakWithhold')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
