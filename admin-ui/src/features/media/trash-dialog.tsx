/** What was deleted in the last thirty days: back again, or gone for ever (next.md §4). */
import { useQuery } from '@tanstack/react-query';
import { mediaItem } from '@veldlicht/contract/media';
import { TRASH_DAYS, type TrashedItem, trashedItem } from '@veldlicht/contract/trash';
import { FileImage, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Dialog, DialogBody } from '#components/ui/dialog.tsx';
import { Spinner } from '#components/ui/loading.tsx';
import { EmptyState, QueryError } from '#components/ui/page-state.tsx';
import { callApi } from '#lib/api.ts';
import { useMayEnter, useMayWrite } from '#lib/permissions.ts';
import { apiQuery, refreshMediaLists } from '#lib/queries.ts';
import { agoText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';
import { trashPath } from './media-queries.ts';
import { thumbnailUrl } from './media-urls.ts';

const trashQuery = apiQuery(z.array(trashedItem), trashPath);
const DAY_MS = 24 * 60 * 60 * 1000;

function useRestore() {
  return useChange({
    call: ({ id }: TrashedItem) =>
      callApi('POST', `${trashPath}/${encodeURIComponent(id)}/restore`, { schema: mediaItem }),
    done: 'mediaItemRestored',
    failed: 'failedToUndelete',
    refresh: async (client) => {
      await client.invalidateQueries({ queryKey: trashQuery.queryKey });
      await refreshMediaLists(client);
    },
  });
}

function usePurge() {
  return useChange({
    call: ({ id }: TrashedItem) => callApi('DELETE', `${trashPath}/${encodeURIComponent(id)}`),
    done: 'mediaItemPurged',
    failed: 'failedToPurge',
    refresh: (client) => client.invalidateQueries({ queryKey: trashQuery.queryKey }),
  });
}

interface TrashRowProps {
  item: TrashedItem;
  /** Absent for people who may not. */
  onRestore?: (() => void) | undefined;
  onPurge?: (() => void) | undefined;
  disabled: boolean;
}

function TrashRow({ item, onRestore, onPurge, disabled }: TrashRowProps) {
  const { t } = useTranslation();
  const picture = thumbnailUrl(item, 160);
  const days = Math.max(0, Math.ceil((Date.parse(item.goneAt) - Date.now()) / DAY_MS));
  return (
    <li aria-label={item.title} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="grid aspect-[4/3] w-20 shrink-0 place-items-center overflow-hidden rounded-md border border-hairline bg-ground">
        {picture ? (
          <img src={picture} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <FileImage className="size-5 text-muted" />
        )}
      </div>
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium wrap-anywhere">{item.title}</p>
        <p className="text-[0.8125rem] text-muted">
          {t('deletedWhen', { when: agoText(item.deletedAt), who: item.deletedBy })}
        </p>
        <p className="text-[0.8125rem] text-muted tabular-nums">{t('daysLeft', { count: days })}</p>
      </div>
      {onRestore && (
        <Button look="secondary" size="sm" disabled={disabled} onClick={onRestore}>
          <Undo2 className="size-4" />
          {t('restoreItem')}
        </Button>
      )}
      {onPurge && (
        <IconButton
          icon={Trash2}
          label={t('purgeItem', { title: item.title })}
          disabled={disabled}
          onClick={onPurge}
        />
      )}
    </li>
  );
}

export function TrashDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const list = useQuery({ ...trashQuery, refetchOnMount: 'always' });
  const mayRestore = useMayWrite();
  const mayPurge = useMayEnter('purge');
  const restore = useRestore();
  const purge = usePurge();
  const [asked, setAsked] = useState<TrashedItem | null>(null);
  return (
    <Dialog
      open
      reading
      title={t('trash')}
      description={t('trashText', { days: String(TRASH_DAYS) })}
      onClose={onClose}
    >
      <DialogBody>
        {list.isPending && (
          <div role="status" className="grid place-items-center py-16 text-muted">
            <Spinner />
            <span className="sr-only">{t('loadingTrash')}</span>
          </div>
        )}
        {list.isError && <QueryError title={t('failedToLoadTrash')} query={list} />}
        {list.data?.length === 0 && (
          <EmptyState
            icon={<Trash2 className="size-7" />}
            title={t('trashEmpty')}
            text={t('trashEmptyHint', { days: String(TRASH_DAYS) })}
          />
        )}
        <ul className="-my-3 divide-y divide-hairline">
          {list.data?.map((item) => (
            <TrashRow
              key={item.id}
              item={item}
              disabled={restore.isPending || purge.isPending}
              onRestore={mayRestore ? () => restore.mutate(item) : undefined}
              onPurge={mayPurge ? () => setAsked(item) : undefined}
            />
          ))}
        </ul>
      </DialogBody>
      <DeleteDialog
        item={asked}
        words={({ title }) => ({
          title: t('purgeQuestion'),
          text: t('purgeText', { title }),
          confirm: t('purgeConfirm'),
        })}
        remove={purge}
        onClose={() => setAsked(null)}
      />
    </Dialog>
  );
}
