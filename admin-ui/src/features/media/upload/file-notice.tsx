/** Names the items that have the chosen file already, or one of its name. */
import type { FileMatches } from '@veldlicht/contract/draft';
import type { MediaItem } from '@veldlicht/contract/media';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import { previewOfItem, thumbnailUrl } from '#lib/media-urls.ts';
import { useMatches } from './use-matches.ts';

function ItemLink({ item }: { item: MediaItem }) {
  const { t } = useTranslation();
  const thumbnail = thumbnailUrl(item, 96);
  const href = previewOfItem(item);
  return (
    <span className="flex min-w-0 flex-1 basis-40 items-center gap-2">
      {thumbnail && (
        <img src={thumbnail} alt="" className="h-9 w-12 shrink-0 rounded-sm object-cover" />
      )}
      {href ? (
        <a href={href} target="_blank" rel="noopener" className="min-w-0 underline wrap-anywhere">
          {item.title}
          <span className="sr-only">{t('opensInNewTab')}</span>
        </a>
      ) : (
        <span className="min-w-0 wrap-anywhere">{item.title}</span>
      )}
    </span>
  );
}

interface FileNoticeProps {
  name: string;
  matches: FileMatches;
  /** Replaces the file of an item by this one; absent: not offered. */
  onReplace?: ((item: MediaItem) => void) | undefined;
  pending?: boolean;
  disabled?: boolean;
  /** Freezes the notice while the file becomes an item. */
  held?: boolean;
}

/** Refuses nothing: the owner decides. */
export function FileNotice(props: FileNoticeProps) {
  const { name, matches, onReplace, pending = false, disabled = false, held = false } = props;
  const { t } = useTranslation();
  const found = useMatches(matches);
  const last = useRef(found);
  if (!pending && !held) last.current = found;
  const { same, named } = last.current;
  /** Name of the file that the owner wants as a new item. */
  const [asNew, setAsNew] = useState<string | null>(null);
  /** The item with a larger file that replacing asks about. */
  const [larger, setLarger] = useState<MediaItem | null>(null);
  const isOffered = onReplace && named.length > 0 && asNew !== name;
  const shown = isOffered ? named : same;
  return (
    <div role="status">
      {shown.length > 0 && (
        <div className="flex flex-col gap-2 rounded-md bg-amber-wash px-3 py-2 text-small text-amber">
          <p>{isOffered ? `${t('sameFileName')} ${t('replaceHint')}` : t('sameFile')}</p>
          {shown.map((item) => (
            <div key={item.id} className="flex flex-wrap items-center gap-2">
              <ItemLink item={item} />
              {isOffered && (
                <Button
                  look="secondary"
                  size="sm"
                  aria-label={t('replaceItem', { title: item.title })}
                  pending={pending}
                  disabled={disabled}
                  onClick={() => (matches.larger.includes(item.id) ? setLarger : onReplace)(item)}
                >
                  {t('replace')}
                </Button>
              )}
            </div>
          ))}
          {isOffered && (
            <Button
              look="secondary"
              size="sm"
              className="self-start"
              disabled={disabled || pending}
              onClick={() => setAsNew(name)}
            >
              {t('uploadAsNew')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={larger !== null}
        title={t('replaceLargerTitle')}
        text={t('replaceLargerText', {
          title: larger?.title ?? '',
          size: `${larger?.width} × ${larger?.height}`,
        })}
        confirm={t('replace')}
        onConfirm={() => {
          if (larger) onReplace?.(larger);
          setLarger(null);
        }}
        onCancel={() => setLarger(null)}
      />
    </div>
  );
}
