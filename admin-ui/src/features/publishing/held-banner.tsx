import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import { callApi } from '#lib/api.ts';
import { useMayWrite } from '#lib/permissions.ts';
import { publishStateQuery } from '#lib/queries.ts';
import { longMomentText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';

/** Over every page while visitors see an older version: what that means, and the way out (decision 051). */
export function HeldBanner() {
  const { t } = useTranslation();
  const mayPublish = useMayWrite();
  const { data: state } = useQuery(publishStateQuery);
  const [asking, setAsking] = useState(false);
  const publish = useChange({
    call: () => callApi('POST', '/api/publishing/newest'),
    failed: 'failedToPublishNewest',
    refresh: (client) => client.invalidateQueries(publishStateQuery),
  });
  const made = state?.releaseMadeAt ?? state?.publishedAt;
  if (!state?.held || !made) return null;
  const { changesWaiting: count } = state;
  return (
    <section
      aria-label={t('siteOlder')}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-hairline bg-raised px-4 py-3 md:px-8"
    >
      <p className="min-w-0 max-w-prose flex-1 basis-72 wrap-anywhere">
        <span className="font-medium">{t('heldTitle', { time: longMomentText(made) })}</span>{' '}
        {t('heldText')} <span role="status">{count > 0 && t('heldWaiting', { count })}</span>
      </p>
      {mayPublish && (
        <Button size="sm" onClick={() => setAsking(true)}>
          {t('publishNewest')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={t('publishNewestQuestion')}
        text={`${t('publishNewestText')} ${count > 0 ? t('heldWaiting', { count }) : ''}`}
        confirm={t('publishNewest')}
        pending={publish.isPending}
        focusAfter={() => (publish.isSuccess ? document.getElementById('content') : null)}
        onCancel={() => setAsking(false)}
        onConfirm={() => publish.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </section>
  );
}
