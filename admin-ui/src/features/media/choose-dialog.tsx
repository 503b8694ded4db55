/** One of the library's items, chosen by its picture or found by its words. */
import type { MediaItem } from '@veldlicht/contract/media';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogBody } from '#components/ui/dialog.tsx';
import { DialogSearch } from './dialog-search.tsx';
import { createSearch } from './media-search.ts';
import { thumbnailUrl } from './media-urls.ts';

/** More are found by their words. */
const MOST_SHOWN = 60;

interface ChooseDialogProps {
  title: string;
  items: readonly MediaItem[];
  onChoose: (item: MediaItem) => void;
  onClose: () => void;
}

export function ChooseDialog({ title, items, onChoose, onClose }: ChooseDialogProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const search = useMemo(() => createSearch(items), [items]);
  const found = search.find(words).slice(0, MOST_SHOWN);
  return (
    <Dialog open wide onClose={onClose} title={title}>
      <DialogBody>
        <DialogSearch value={words} onSearch={setWords} />
        <ul className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
          {found.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                onClick={() => onChoose(item)}
                className="flex w-full flex-col gap-1 text-left"
              >
                <img
                  src={thumbnailUrl(item, 240) ?? undefined}
                  alt=""
                  loading="lazy"
                  className="aspect-[4/5] w-full rounded-md border border-hairline object-cover"
                />
                <span className="line-clamp-2 text-[0.8125rem] wrap-anywhere">{item.title}</span>
                {item.status === 'draft' && (
                  <span className="text-xs text-muted">{t('draft')}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="text-muted">{t('noResultsFound')}</p>}
      </DialogBody>
    </Dialog>
  );
}
