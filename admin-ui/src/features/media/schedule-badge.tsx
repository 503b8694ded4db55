import type { MediaItem } from '@veldlicht/contract/media';
import { CalendarClock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#components/ui/badge.tsx';
import { languageChoice } from '#i18n/i18n.ts';
import { amsterdamText } from '#lib/amsterdam-time.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { nextChange, scheduleState } from './schedule-state.ts';

/** No timer waits longer than this; it looks again then. */
const LONGEST_TIMER_MS = 60 * 60 * 1000;

/** Says of an item that its time has not come yet, or is over; by itself when that changes. */
export function ScheduleBadge({ item }: { item: MediaItem }) {
  const { t } = useTranslation();
  const language = useStoredChoice(languageChoice);
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
  const from = item.publishFrom ?? '';
  const words =
    state === 'ended'
      ? t('ended')
      : t('scheduledFor', { moment: amsterdamText(from, language, new Date(now)) });
  return (
    <Badge className="border border-hairline bg-surface">
      <CalendarClock aria-hidden="true" className="size-3" />
      {words}
    </Badge>
  );
}
