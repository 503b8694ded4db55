/** Items deleted in the last thirty days, to restore or purge. */
import { TRASH_DAYS, type TrashedItem, trashedItem } from '@veldlicht/contract/trash';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Thumbnail } from '#components/thumbnail.tsx';
import { TrashList } from '#components/trash-list.tsx';
import { Dialog, DialogBody } from '#components/ui/dialog.tsx';
import { thumbnailUrl } from '#lib/media-urls.ts';
import { resource } from '#lib/resource.ts';
import { trashPath, useUndelete } from './media-queries.ts';

const trashed = resource({
  path: trashPath,
  schema: trashedItem,
  idOf: ({ id }) => id,
  words: {
    deleted: 'mediaItemPurged',
    failedToDelete: 'failedToPurge',
  },
  isFresh: true,
});

const DAY_MS = 24 * 60 * 60 * 1000;

function DaysLeft({ goneAt }: TrashedItem) {
  const { t } = useTranslation();
  const count = Math.max(0, Math.ceil((Date.parse(goneAt) - Date.now()) / DAY_MS));
  return <p className="tabular-nums">{t('daysLeft', { count })}</p>;
}

export function TrashDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const days = String(TRASH_DAYS);
  const { mutate: restore, isPending } = useUndelete(trashed.refresh);
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
          of={trashed}
          restore={{ isPending, mutate: ({ id }) => restore([id]) }}
          words={({ title }) => ({ title: t('purgeQuestion'), text: t('purgeText', { title }) })}
          empty={{ title: 'trashEmpty', hint: 'trashEmptyHint', icon: Trash2 }}
          bare
          picture={(item) => <Thumbnail url={thumbnailUrl(item, 160)} />}
          note={(item) => <DaysLeft {...item} />}
        />
      </DialogBody>
    </Dialog>
  );
}
