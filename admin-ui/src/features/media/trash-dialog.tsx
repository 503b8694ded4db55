/** What was deleted in the last thirty days: back again, or gone for ever (next.md §4). */
import { useQuery } from '@tanstack/react-query';
import { mediaItem } from '@veldlicht/contract/media';
import { TRASH_DAYS, type TrashedItem, trashedItem } from '@veldlicht/contract/trash';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { TrashList } from '#components/trash-list.tsx';
import { Dialog, DialogBody } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/page-state.tsx';
import { callApi } from '#lib/api.ts';
import { apiQuery, refreshMedia } from '#lib/queries.ts';
import { useChange } from '#lib/use-change.ts';
import { trashPath } from './media-queries.ts';
import { thumbnailUrl } from './media-urls.ts';
import { Thumbnail } from './thumbnail.tsx';

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
      await refreshMedia(client);
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

function DaysLeft({ goneAt }: TrashedItem) {
  const { t } = useTranslation();
  const count = Math.max(0, Math.ceil((Date.parse(goneAt) - Date.now()) / DAY_MS));
  return <p className="text-[0.8125rem] text-muted tabular-nums">{t('daysLeft', { count })}</p>;
}

export function TrashDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const days = String(TRASH_DAYS);
  return (
    <Dialog
      open
      reading
      title={t('trash')}
      description={t('trashText', { days })}
      onClose={onClose}
    >
      <DialogBody>
        <TrashList
          query={useQuery({ ...trashQuery, refetchOnMount: 'always' })}
          restore={useRestore()}
          purge={usePurge()}
          words={({ title }) => ({ title: t('purgeQuestion'), text: t('purgeText', { title }) })}
          empty={
            <EmptyState
              icon={<Trash2 className="size-7" />}
              title={t('trashEmpty')}
              text={t('trashEmptyHint', { days })}
            />
          }
          className="-my-3"
          picture={(item) => <Thumbnail url={thumbnailUrl(item, 160)} />}
          note={(item) => <DaysLeft {...item} />}
        />
      </DialogBody>
    </Dialog>
  );
}
