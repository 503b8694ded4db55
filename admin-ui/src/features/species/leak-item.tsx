/** An item of the leak report: what visitors see of it, and a line for each text that reveals more. */
import type { LeakRow, WaitingText } from '@veldlicht/contract/leaks';
import { speciesLabel } from '@veldlicht/contract/species-name';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Thumbnail } from '#components/thumbnail.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { thumbnailUrl } from '#lib/media-urls.ts';
import { useMayWrite } from '#lib/permissions.ts';
import { dayText } from '#lib/time-text.ts';
import { askAbout } from '#lib/words-question.ts';
import { type LeakFix, useLeakFix, useNotShown } from './leak-fixes.ts';

/** A text that reveals more than the guard allows, and its remedy. */
interface Line {
  text: string;
  label: string;
  /** Change made by the button; otherwise `act` opens the place to edit. */
  fix?: LeakFix;
  act?: () => unknown;
}

/** Marked words listed of a long text. */
const MOST_MARKS = 3;

export function LeakItem({ row, onEdit }: { row: LeakRow; onEdit: () => void }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  const fix = useLeakFix();
  const deny = useNotShown();
  const doubts = (row.item.guard?.reasons ?? []).flatMap((one) =>
    one.why === 'looks' ? one.scientificName : [],
  );
  const { item, place, date, address, neighbours, held, tellers } = row;
  const denialText = (name: string) => {
    const shown = item.species.find(({ scientificName }) => scientificName.startsWith(name));
    return shown ? t('looksNoNest', { name: speciesLabel(shown) }) : t('looksNot', { name });
  };
  const heldLine = (text: WaitingText): Line => {
    const { field, title, marks } = text;
    const sentences = marks
      .slice(0, MOST_MARKS)
      .map(({ tells, word }) => t(`leak:${tells}:${field}`, { title, word: `“${word}”` }));
    const line = { text: sentences.join(' ') || t('leakBeside', { text: `“${text.text}”` }) };
    if (field === 'tag') {
      const [change, back] = [{ removeTags: [title] }, { addTags: [title] }];
      const fix = { id: item.id, change, back, done: 'leakTagRemoved' } as const;
      return { ...line, label: t('leakRemoveTag'), fix };
    }
    if (field !== 'note' && field !== 'series')
      return { ...line, label: t('leakChange'), act: onEdit };
    const [folder, label] =
      field === 'note'
        ? (['notes', 'leakOpenNote'] as const)
        : (['series', 'leakOpenSeries'] as const);
    const act = () => navigate(`/${folder}?${new URLSearchParams({ open: text.id })}`);
    return { ...line, label: t(label), act };
  };
  const lines: Line[] = [
    ...held.map(heldLine),
    ...tellers.map(({ id, title, place: exact }) => ({
      text: t('leakSameDay', { title, place: exact }),
      label: t('leakHidePlace'),
      fix: {
        id,
        change: { locationPrivacy: 'hidden' },
        back: { locationPrivacy: 'exact' },
        done: 'leakPlaceCoarser',
      } as const,
    })),
  ];
  return (
    <li
      aria-label={item.title}
      className="flex flex-wrap gap-x-4 gap-y-3 border-t border-hairline px-4 py-3 first:border-t-0"
    >
      <Thumbnail url={thumbnailUrl(item, 160)} className="aspect-4/3 w-20 self-start" />
      <div className="flex min-w-0 flex-1 basis-52 flex-col gap-2">
        <div>
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium wrap-anywhere">{item.title}</span>
            {item.guard && <Badge>{t(`level:${item.guard.level}`)}</Badge>}
          </p>
          <p className="text-small wrap-anywhere text-muted">
            {t('visitorsSee')}: {place ?? t('visitorsSeeNothing')} ·{' '}
            {date ? dayText(date) : t('leakNoDate')} · {address}
          </p>
          {neighbours > 0 && (
            <p className="text-small text-muted">{t('leakNeighbours', { count: neighbours })}</p>
          )}
          {lines.length === 0 && <p className="text-small text-muted">{t('noLeaks')}</p>}
        </div>
        <ul className="flex flex-col gap-2">
          {lines.map((line, n) => (
            <li
              key={n}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-amber-wash px-3 py-2"
            >
              <TriangleAlert className="size-4 shrink-0 text-amber" />
              <p className="min-w-0 flex-1 basis-48 wrap-anywhere">{line.text}</p>
              {mayWrite && (
                <Button
                  look="secondary"
                  size="sm"
                  aria-disabled={fix.isPending}
                  onClick={() => (line.fix ? fix.mutate(line.fix) : void line.act?.())}
                >
                  {line.label}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {mayWrite && (
          <div className="flex flex-wrap gap-2">
            <Button look="secondary" size="sm" onClick={onEdit}>
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
                {denialText(name)}
              </Button>
            ))}
            {held.length > 0 && (
              <Button look="secondary" size="sm" onClick={() => askAbout(held)}>
                {t('leakConfirm')}
              </Button>
            )}
            {lines.length > 0 && (
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
      </div>
    </li>
  );
}
