import { useQuery } from '@tanstack/react-query';
import { failedFile } from '@veldlicht/contract/upload-key';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Button } from '#components/ui/button.tsx';
import { serverText } from '#i18n/server-text.ts';
import { callApi } from '#lib/api.ts';
import { apiQuery } from '#lib/queries.ts';
import { useChange } from '#lib/use-change.ts';

const PATH = '/api/admin/watch-folder';
const failedQuery = apiQuery(z.array(failedFile), PATH);

/** Files of the watched folder that could not be taken, until somebody has read why. */
export function WatchFolderNotice() {
  const { t } = useTranslation();
  const { data: failed = [] } = useQuery(failedQuery);
  const dismiss = useChange({
    call: () => callApi('DELETE', PATH),
    failed: 'failedToDismiss',
    onDone: (_answer, _input, client) => client.setQueryData(failedQuery.queryKey, []),
  });
  if (failed.length === 0) return null;
  return (
    <section
      aria-labelledby="watch-folder"
      className="grid gap-3 rounded-md bg-amber-wash px-4 py-3"
    >
      <h2 id="watch-folder" className="font-medium">
        {t('watchFolderFailed', { count: failed.length })}
      </h2>
      <p>{t('watchFolderFailedText')}</p>
      <ul className="grid max-h-60 gap-1 overflow-y-auto">
        {failed.map(({ name, reason }) => (
          <li key={name} className="min-w-0 wrap-anywhere">
            {name} – {serverText(reason)}
          </li>
        ))}
      </ul>
      <div>
        <Button
          size="sm"
          look="secondary"
          pending={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          {t('protectedPlacesDismiss')}
        </Button>
      </div>
    </section>
  );
}
