/** The last bulk edit can be taken back for ten minutes, also after a reload (next.md §4). */
import { useQuery } from '@tanstack/react-query';
import { type BulkUndo, bulkUndo, bulkUndone } from '@veldlicht/contract/media';
import { Undo2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { apiQuery } from '#lib/queries.ts';
import { refreshMediaLists } from '#lib/query-client.ts';
import { useChange } from '#lib/use-change.ts';

export const bulkUndoQuery = apiQuery(bulkUndo, '/api/admin/media/bulk-undo');

export function BulkUndoBar() {
  const { data } = useQuery(bulkUndoQuery);
  const [closed, setClosed] = useState<string | null>(null);
  return data && data.id !== closed ? (
    <UndoBar key={data.id} edit={data} onClose={() => setClosed(data.id)} />
  ) : null;
}

function UndoBar({ edit, onClose }: { edit: BulkUndo; onClose: () => void }) {
  const { t } = useTranslation();
  useEffect(() => {
    const timer = setTimeout(onClose, Math.max(0, Date.parse(edit.until) - Date.now()));
    return () => clearTimeout(timer);
  });
  const undo = useChange({
    call: () =>
      callApi('POST', '/api/admin/media/bulk-undo', {
        payload: { id: edit.id },
        schema: bulkUndone,
      }),
    failed: 'failedToUndo',
    onDone: ({ undone, left }) =>
      notify.success(
        t('bulkUndone', { count: undone }),
        left > 0 ? t('bulkUndoLeft', { count: left }) : undefined,
      ),
    refresh: async (client) => {
      await client.invalidateQueries({ queryKey: bulkUndoQuery.queryKey });
      await refreshMediaLists(client);
    },
  });
  return (
    <section
      aria-label={t('bulkEdit')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-moss-wash py-2 pr-2 pl-4"
    >
      <p className="min-w-0 flex-1 basis-40">{t('bulkEdited', { count: edit.count })}</p>
      <Button look="secondary" size="sm" pending={undo.isPending} onClick={() => undo.mutate()}>
        <Undo2 className="size-4" />
        {t('undo')}
      </Button>
      <IconButton icon={X} label={t('close')} onClick={onClose} />
    </section>
  );
}
