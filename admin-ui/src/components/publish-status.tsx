import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '#lib/api.ts';
import { classNames } from '#lib/class-names.ts';
import { useMayWrite } from '#lib/permissions.ts';
import { type PublishTone, type PublishWords, publishWords } from '#lib/publish-words.ts';
import { publishStateQuery } from '#lib/queries.ts';
import { momentText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';
import { Button, type ButtonLook } from './ui/button.tsx';

/** The publish state in words, refreshed while the site is behind. */
export function usePublishWords(connected = true): PublishWords {
  const { t } = useTranslation();
  const { data } = useQuery(publishStateQuery);
  const [now, setNow] = useState(Date.now);
  const isBehind = typeof data?.behindSince === 'string';
  useEffect(() => {
    if (!isBehind) return;
    const look = () => setNow(Date.now());
    look();
    const looking = setInterval(look, 30_000);
    return () => clearInterval(looking);
  }, [isBehind]);
  return publishWords(data, connected, t, momentText, now);
}

const colours: Record<PublishTone, string> = {
  live: 'bg-moss',
  waiting: 'bg-amber',
  publishing: 'bg-moss animate-breathe',
  failed: 'bg-danger',
  unknown: 'bg-edge',
};

export function PublishDot({ tone }: { tone: PublishTone }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('inline-block size-2 shrink-0 rounded-full', colours[tone])}
    />
  );
}

export function PublishStatus({ words }: { words: PublishWords }) {
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <PublishDot tone={words.tone} />
        {words.short}
      </p>
      <p className="wrap-anywhere text-muted">{words.long}</p>
      {words.tone === 'publishing' && words.detail && (
        <p className="text-muted tabular-nums">{words.detail}</p>
      )}
    </>
  );
}

interface RetryButtonProps {
  tone: PublishTone;
  label: string;
  look?: ButtonLook;
  icon?: boolean;
  className?: string;
}

/** Publishes again after a failure, for editors and admins. */
export function RetryButton({ tone, label, icon = false, ...props }: RetryButtonProps) {
  const mayWrite = useMayWrite();
  const retry = useChange({
    call: () => callApi('POST', '/api/publishing/retry'),
    failed: 'failedToRetryPublish',
    refresh: (client) => client.invalidateQueries(publishStateQuery),
  });
  if (!mayWrite || tone !== 'failed') return null;
  return (
    <Button {...props} size="sm" pending={retry.isPending} onClick={() => retry.mutate()}>
      {icon && <RotateCw className="size-4" />}
      {label}
    </Button>
  );
}
