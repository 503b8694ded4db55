/** Earlier versions of an item, a story or the settings, to bring back (decision 007). */
import { useQuery } from '@tanstack/react-query';
import { undone, type Version, type VersionsQuery, version } from '@veldlicht/contract/history';
import { History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogBody } from '#components/ui/dialog.tsx';
import { Loading } from '#components/ui/loading.tsx';
import { EmptyState, Loaded } from '#components/ui/page-state.tsx';
import { callApi } from '#lib/api.ts';
import { longMomentText, momentText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';
import { valueText } from '#lib/value-text.ts';
import { actorText } from './audit-words.ts';
import { notifyUndone, refreshHistory } from './history-queries.ts';
import { differingParts, versionField } from './version-words.ts';

const path = '/api/admin/history/versions';

function Difference({ name, before, after }: Version['fields'][number]) {
  const { t } = useTranslation();
  const label = versionField(name, t);
  if (label === null) return null;
  const [was, became] = differingParts(valueText(name, before, t), valueText(name, after, t));
  return (
    <div className="flex flex-col gap-1">
      <dt className="font-medium">{label}</dt>
      {/* The texts are equal if only the pictures of a series changed. */}
      {was !== became && (
        <>
          <dd className="whitespace-pre-line wrap-anywhere">
            <span className="text-muted">{t('versionBefore')}</span> {was}
          </dd>
          <dd className="whitespace-pre-line wrap-anywhere">
            <span className="text-muted">{t('versionAfter')}</span> {became}
          </dd>
        </>
      )}
    </div>
  );
}

interface VersionRowProps {
  one: Version;
  pending: boolean;
  onBringBack: () => void;
}

function VersionRow({
  one: { at, by, fields, mayBringBack },
  pending,
  onBringBack,
}: VersionRowProps) {
  const { t } = useTranslation();
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
          <time dateTime={at} title={longMomentText(at)} className="font-medium">
            {momentText(at)}
          </time>{' '}
          <span className="text-muted">{actorText(by, t)}</span>
        </p>
        {mayBringBack && (
          <Button
            look="secondary"
            size="sm"
            aria-label={t('bringBackNamed', { time: momentText(at) })}
            pending={pending}
            onClick={onBringBack}
          >
            <Undo2 className="size-4" />
            {t('bringBack')}
          </Button>
        )}
      </div>
      <dl className="flex flex-col gap-3">
        {fields.map((field) => (
          <Difference key={field.name} {...field} />
        ))}
      </dl>
    </li>
  );
}

interface VersionsProps {
  thing: VersionsQuery;
  /** Called after a version was brought back and the lists were refreshed. */
  onDone?: (() => void) | undefined;
}

function VersionsDialog({ thing, onDone, onClose }: VersionsProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: [path, thing],
    queryFn: ({ signal }) => {
      const address = `${path}?${new URLSearchParams(thing)}`;
      return callApi('GET', address, { schema: z.array(version), signal });
    },
    // Not cached, so that each opening is fresh.
    gcTime: 0,
  });
  const bringBack = useChange({
    call: (change: number) =>
      callApi('POST', path, { payload: { ...thing, change }, schema: undone }),
    failed: 'failedToBringBack',
    refresh: refreshHistory,
    onDone: (done) => {
      notifyUndone(done, t);
      if (done.undone === 0) return;
      onClose();
      onDone?.();
    },
  });
  return (
    <Dialog open reading title={t('versions')} description={t('versionsText')} onClose={onClose}>
      <DialogBody>
        <Loaded of={query} pending={<Loading />}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState title={t('versionsEmpty')} />
            ) : (
              <ol aria-label={t('versions')} className="divide-y divide-hairline">
                {all.map((one) => (
                  <VersionRow
                    key={one.change}
                    one={one}
                    pending={bringBack.isPending && bringBack.variables === one.change}
                    onBringBack={() => bringBack.mutate(one.change)}
                  />
                ))}
              </ol>
            )
          }
        </Loaded>
      </DialogBody>
    </Dialog>
  );
}

/** Opens the earlier versions; disabled with unsaved input, since bringing one back closes the form. */
export function VersionsButton({ unsaved, ...props }: VersionsProps & { unsaved?: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        disabled={unsaved ?? false}
        title={unsaved ? t('versionsUnsaved') : undefined}
        onClick={() => setOpen(true)}
      >
        <History className="size-4" />
        {t('versions')}
      </Button>
      {open && <VersionsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
