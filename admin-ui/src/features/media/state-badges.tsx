/** Badges of an item: draft, withheld, scheduled, working, failed. */
import { useQuery } from '@tanstack/react-query';
import type { MediaItem } from '@veldlicht/contract/media';
import { CalendarClock, LoaderCircle, MapPin, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#components/ui/badge.tsx';
import { amsterdamText } from '#lib/amsterdam-time.ts';
import { classNames } from '#lib/class-names.ts';
import { publishStateQuery } from '#lib/queries.ts';
import { ProgressBar } from './upload/progress-bar.tsx';

type Scheduled = Pick<MediaItem, 'status' | 'publishFrom' | 'publishUntil'>;

/** Returns whether its dates hide an item now, and why. */
export function scheduleState(item: Scheduled, now: number): 'scheduled' | 'ended' | null {
  if (item.status !== 'published') return null;
  if (item.publishUntil && Date.parse(item.publishUntil) <= now) return 'ended';
  if (item.publishFrom && Date.parse(item.publishFrom) > now) return 'scheduled';
  return null;
}

/** Returns when that changes next, or null. */
export function nextChange(item: Scheduled, now: number): number | null {
  const moments = [item.publishFrom, item.publishUntil]
    .flatMap((iso) => (iso ? [Date.parse(iso)] : []))
    .filter((at) => at > now);
  return moments.length > 0 ? Math.min(...moments) : null;
}

/** Longest timer; it is renewed then. */
const LONGEST_TIMER_MS = 60 * 60 * 1000;

/** Shows that an item is scheduled or ended; updates by a timer. */
export function ScheduleBadge({ item }: { item: Scheduled }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const next = nextChange(item, now);
    if (next === null) return;
    const wait = Math.min(Math.max(0, next - Date.now()), LONGEST_TIMER_MS);
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [item, now]);
  const state = scheduleState(item, now);
  if (state === null) return null;
  const moment = amsterdamText(item.publishFrom ?? '', new Date(now));
  return (
    <Badge className="border border-hairline bg-surface">
      <CalendarClock className="size-3" />
      {state === 'ended' ? t('ended') : t('scheduledFor', { moment })}
    </Badge>
  );
}

/** Shows that a file is being processed, with the progress of a video. */
function WorkingBadge({ item }: { item: MediaItem }) {
  const { t } = useTranslation();
  const { data: percent = null } = useQuery({
    ...publishStateQuery,
    select: ({ videos }) =>
      videos.find(({ objectPath }) => objectPath === item.imageUrl)?.percent ?? null,
    enabled: item.type === 'video',
  });
  const words =
    percent === null ? t('processingWorking') : t('processingVideo', { percent: String(percent) });
  return (
    <span className="flex flex-col gap-1">
      <Badge look="amber">
        <LoaderCircle className="size-3 animate-spin" />
        <span className="tabular-nums">{words}</span>
      </Badge>
      {percent !== null && <ProgressBar label={item.title} percent={percent} text={words} />}
    </span>
  );
}

/** Shows that smaller versions of a published video are being made. */
function VersionsBadge({ item }: { item: MediaItem }) {
  const { t } = useTranslation();
  const { data: isMaking = false } = useQuery({
    ...publishStateQuery,
    select: ({ versions }) => versions.includes(item.imageUrl),
  });
  if (!isMaking) return null;
  return <Badge className="border border-hairline bg-surface">{t('processingVersions')}</Badge>;
}

export function StateBadges({ item, className }: { item: MediaItem; className?: string }) {
  const { t } = useTranslation();
  const hasDates = item.publishFrom !== null || item.publishUntil !== null;
  const isReadyVideo = item.type === 'video' && item.processing === 'ready';
  const isPlain = item.status !== 'draft' && item.processing === 'ready' && !item.withheld;
  if (isPlain && !hasDates && !isReadyVideo) return null;
  return (
    <div className={classNames('pointer-events-none flex flex-wrap gap-1', className)}>
      {item.status === 'draft' && (
        <Badge className="border border-hairline bg-surface">{t('draft')}</Badge>
      )}
      {item.withheld && (
        <Badge look="danger">
          <MapPin className="size-3" />
          {t('withheld')}
        </Badge>
      )}
      {hasDates && <ScheduleBadge item={item} />}
      {item.processing === 'working' && <WorkingBadge item={item} />}
      {isReadyVideo && <VersionsBadge item={item} />}
      {item.processing === 'failed' && (
        <Badge look="danger">
          <TriangleAlert className="size-3" />
          {t('processingFailed')}
        </Badge>
      )}
    </div>
  );
}
