import type { MediaItem } from '@veldlicht/contract/media';
import { Upload } from 'lucide-react';
import { type MouseEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '#components/on-demand.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { classNames } from '#lib/class-names.ts';
import { thumbnailUrl } from '#lib/media-urls.ts';
import { createSearch } from './media-search.ts';
import { noSelection, toggled } from './selection.tsx';

const MediaDialog = onDemand(async () => (await import('./form/media-dialog.tsx')).MediaDialog);
/** Items shown at first, and added by "more". */
const PORTION = 60;

interface PickDialogProps {
  title: string;
  description?: string;
  items: readonly MediaItem[];
  /** Ids that are in use already. */
  used?: ReadonlySet<string>;
  /** A press chooses one and closes. */
  isOne?: boolean;
  onPick: (ids: readonly string[]) => void;
  onClose: () => void;
}

const none: ReadonlySet<string> = new Set();

/** Picks one item, or many in the order chosen. */
export function PickDialog(props: PickDialogProps) {
  const { title, description, items, used = none, isOne = false, onPick, onClose } = props;
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [most, setMost] = useState(PORTION);
  const [selection, setSelection] = useState(noSelection);
  const [isUploading, setUploading] = useState(false);
  const chosen = [...selection.ids];
  const search = useMemo(() => createSearch(items), [items]);
  const found = search.find(words);
  const shown = found.slice(0, most);
  const ids = shown.map(({ id }) => id);
  const places = new Map(chosen.map((id, i) => [id, i + 1]));
  const press = (id: string, isRange = false) => {
    if (isOne) return onPick([id]);
    setSelection((last) => toggled(last, id, isRange, ids));
  };
  return (
    <Dialog open wide onClose={onClose} title={title} description={description}>
      <DialogBody>
        {/* Submitting the search must not submit the form below the dialog. */}
        <div className="flex flex-wrap gap-2" onSubmit={(event) => event.stopPropagation()}>
          <SearchBox
            label={t('searchMedia')}
            placeholder={t('searchMediaPlaceholder')}
            value={words}
            onSearch={setWords}
          />
          <Button look="secondary" onClick={() => setUploading(true)}>
            <Upload className="size-4" />
            {t('uploadHere')}
          </Button>
        </div>
        <ul className="mt-4 grid grid-cols-3 gap-2 select-none sm:grid-cols-5 lg:grid-cols-6">
          {shown.map((item) => (
            <li key={item.id}>
              <Tile
                item={item}
                place={isOne ? null : (places.get(item.id) ?? 0)}
                isUsed={used.has(item.id)}
                onPress={(event) => press(item.id, event.shiftKey)}
              />
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <p className="mt-4 text-muted">
            {t(items.length === 0 ? 'nothingToChoose' : 'noResultsFound')}
          </p>
        )}
        {found.length > shown.length && (
          <Button look="secondary" className="mt-4" onClick={() => setMost(most + PORTION)}>
            {t('pickMore')}
          </Button>
        )}
      </DialogBody>
      {!isOne && (
        <DialogFooter>
          <Button
            look="quiet"
            onClick={() => {
              const unused = ids.filter((id) => !used.has(id));
              setSelection({ ...selection, ids: new Set(chosen.length > 0 ? [] : unused) });
            }}
          >
            {t(chosen.length > 0 ? 'pickNone' : 'pickShown')}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => onPick(chosen)}>
            {t('addCount', { count: chosen.length })}
          </Button>
        </DialogFooter>
      )}
      {isUploading && (
        <MediaDialog
          item={null}
          onSaved={({ id }) => press(id)}
          onClose={() => setUploading(false)}
        />
      )}
    </Dialog>
  );
}

interface TileProps {
  item: MediaItem;
  /** Place in the choice, 0 for not chosen; null if one is picked. */
  place: number | null;
  isUsed: boolean;
  onPress: (event: MouseEvent) => void;
}

function Tile({ item, place, isUsed, onPress }: TileProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-pressed={place === null ? undefined : place > 0}
      onClick={onPress}
      className="relative flex w-full flex-col gap-1 rounded-md text-left"
    >
      <img
        src={thumbnailUrl(item, 240) ?? undefined}
        alt=""
        loading="lazy"
        draggable={false}
        className={classNames(
          'aspect-square w-full rounded-md border object-cover',
          place ? 'border-moss outline-3 -outline-offset-1 outline-moss' : 'border-hairline',
        )}
      />
      {Boolean(place) && (
        <span
          aria-hidden="true"
          className="absolute top-1.5 left-1.5 grid h-6 min-w-6 place-items-center rounded-full bg-moss px-1 text-xs font-semibold text-on-moss tabular-nums"
        >
          {place}
        </span>
      )}
      <span className="truncate text-small">{item.title}</span>
      {(item.status === 'draft' || isUsed) && (
        <span className="text-xs text-muted">{t(isUsed ? 'pickUsed' : 'draft')}</span>
      )}
    </button>
  );
}
