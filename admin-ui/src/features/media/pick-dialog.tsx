import type { MediaItem } from '@veldlicht/contract/media';
import { Upload } from 'lucide-react';
import { lazy, type MouseEvent, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { classNames } from '#lib/class-names.ts';
import { createSearch } from './media-search.ts';
import { thumbnailUrl } from './media-urls.ts';
import { picked } from './picked.ts';

const MediaDialog = lazy(async () => ({
  default: (await import('./form/media-dialog.tsx')).MediaDialog,
}));

/** Adds a photo or video to the library from where one is chosen. */
function UploadHere({ onAdded }: { onAdded: (item: MediaItem) => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        <Upload className="size-4" />
        {t('uploadHere')}
      </Button>
      <Suspense>
        {open && <MediaDialog item={null} onSaved={onAdded} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

/** More are found by their words. */
const MOST_SHOWN = 60;

interface ChooseDialogProps {
  title: string;
  items: readonly MediaItem[];
  onChoose: (item: MediaItem) => void;
  onClose: () => void;
}

/** One of the library's items, chosen by its picture or found by its words. */
export function ChooseDialog({ title, items, onChoose, onClose }: ChooseDialogProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const search = useMemo(() => createSearch(items), [items]);
  const found = search.find(words).slice(0, MOST_SHOWN);
  return (
    <Dialog open wide onClose={onClose} title={title}>
      <DialogBody>
        <PickTools value={words} onSearch={setWords} onAdded={onChoose} />
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
        <NoneFound shown={found.length} all={items.length} />
      </DialogBody>
    </Dialog>
  );
}

function NoneFound({ shown, all }: { shown: number; all: number }) {
  const { t } = useTranslation();
  return (
    shown === 0 && (
      <p className="mt-4 text-muted">{t(all === 0 ? 'nothingToChoose' : 'noResultsFound')}</p>
    )
  );
}

interface DialogSearchProps {
  value: string;
  onSearch: (words: string) => void;
}

/** What a dialog for choosing begins with. */
function PickTools({
  onAdded,
  ...search
}: DialogSearchProps & { onAdded: (item: MediaItem) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <DialogSearch {...search} />
      <UploadHere onAdded={onAdded} />
    </div>
  );
}

/** The search of items in a dialog over a form: it is a form of its own, which must not send the other. */
export function DialogSearch({ value, onSearch }: DialogSearchProps) {
  const { t } = useTranslation();
  return (
    <div className="flex-1 basis-60" onSubmit={(event) => event.stopPropagation()}>
      <SearchBox
        label={t('searchMedia')}
        placeholder={t('searchMediaPlaceholder')}
        value={value}
        onSearch={onSearch}
      />
    </div>
  );
}

/** Shown at first, and with each press for more. */
const PORTION = 60;

interface PickDialogProps {
  items: readonly MediaItem[];
  /** Ids of those that are there already. */
  used: ReadonlySet<string>;
  onPick: (ids: readonly string[]) => void;
  onClose: () => void;
}

/** Many of the library's items, in the order in which they are chosen. */
export function PickDialog({ items, used, onPick, onClose }: PickDialogProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [most, setMost] = useState(PORTION);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const last = useRef<string | null>(null);
  const search = useMemo(() => createSearch(items), [items]);
  const found = search.find(words);
  const shown = found.slice(0, most);
  const ids = shown.map(({ id }) => id);
  const places = new Map(chosen.map((id, i) => [id, i + 1]));
  const press = (id: string, { shiftKey }: MouseEvent) => {
    setChosen(picked(chosen, ids, id, shiftKey ? last.current : null));
    last.current = id;
  };
  return (
    <Dialog open wide onClose={onClose} title={t('addPhotos')} description={t('pickHint')}>
      <DialogBody>
        <PickTools
          value={words}
          onSearch={setWords}
          onAdded={({ id }) => setChosen((last) => [...last, id])}
        />
        <ul className="mt-4 grid grid-cols-3 gap-2 select-none sm:grid-cols-5 lg:grid-cols-6">
          {shown.map((item) => {
            const place = places.get(item.id);
            return (
              <li key={item.id}>
                <button
                  type="button"
                  aria-pressed={place !== undefined}
                  onClick={(event) => press(item.id, event)}
                  className="relative flex w-full flex-col gap-1 rounded-md text-left"
                >
                  <img
                    src={thumbnailUrl(item, 240) ?? undefined}
                    alt=""
                    loading="lazy"
                    draggable={false}
                    className={classNames(
                      'aspect-square w-full rounded-md border object-cover',
                      place === undefined
                        ? 'border-hairline'
                        : 'border-moss outline-3 -outline-offset-1 outline-moss',
                    )}
                  />
                  {place !== undefined && (
                    <span
                      aria-hidden="true"
                      className="absolute top-1.5 left-1.5 grid h-6 min-w-6 place-items-center rounded-full bg-moss px-1 text-xs font-semibold text-on-moss tabular-nums"
                    >
                      {place}
                    </span>
                  )}
                  <span className="truncate text-[0.8125rem]">{item.title}</span>
                  {(item.status === 'draft' || used.has(item.id)) && (
                    <span className="text-xs text-muted">
                      {t(used.has(item.id) ? 'pickUsed' : 'draft')}
                    </span>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
        <NoneFound shown={found.length} all={items.length} />
        {found.length > shown.length && (
          <Button look="secondary" className="mt-4" onClick={() => setMost(most + PORTION)}>
            {t('pickMore')}
          </Button>
        )}
      </DialogBody>
      <DialogFooter>
        <Button
          look="quiet"
          onClick={() => setChosen(chosen.length > 0 ? [] : ids.filter((id) => !used.has(id)))}
        >
          {t(chosen.length > 0 ? 'pickNone' : 'pickShown')}
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => onPick(chosen)}>
          {t('addCount', { count: chosen.length })}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
