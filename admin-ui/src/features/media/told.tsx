/** What visitors get of the place and the day of an item, in few words: on its card and in its row. */
import {
  type GuardLevel,
  type Precision,
  precisionOf,
  publicDate,
} from '@veldlicht/contract/guard';
import type { LocationPrivacy } from '@veldlicht/contract/location';
import { EyeOff, MapPin, MapPinned } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { precisionTexts } from './field-values.ts';

const marks = { exact: MapPin, block: MapPinned, region: MapPinned, hidden: EyeOff };

/** Drawn again only for another one, which counts when the results change at each key. */
const PlaceMark = memo(function PlaceMark({ precision }: { precision: Precision }) {
  const Icon = marks[precision];
  return <Icon className="size-3.5 shrink-0" />;
});

export interface TellsOf {
  locationPrivacy: LocationPrivacy;
  date: string | null;
  /** What the guard allows; null: all. */
  level: GuardLevel | null;
}

/** How exactly the place is told, whether its guard is why, and the month that is told in place of the day (pure). */
export function toldOf({ locationPrivacy, date, level }: TellsOf) {
  const precision = precisionOf(locationPrivacy, level);
  return {
    precision,
    isGuarded: precision !== precisionOf(locationPrivacy, null),
    month: level && date ? publicDate(date, level) : null,
  };
}

/** The same in words; `day` is null when it is told as it is. */
export function useTold(tells: TellsOf) {
  const { t, i18n } = useTranslation();
  const { precision, isGuarded, month } = toldOf(tells);
  const place = t(precisionTexts[precision]);
  const format = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return {
    precision,
    /** What is told of the place, and why. */
    privacy: isGuarded ? t('placeGuarded', { privacy: place }) : place,
    day: month && new Intl.DateTimeFormat(i18n.language, format).format(Date.parse(month)),
  };
}

/** A place, with what visitors get of it. */
export function ToldPlace({ location, ...tells }: TellsOf & { location: string | null }) {
  const { precision, privacy, day } = useTold(tells);
  if (!location && !day) return null;
  return (
    <span className="flex min-w-0 items-center gap-1" title={privacy}>
      {location && <PlaceMark precision={precision} />}
      <span className="truncate">{[location, day].filter(Boolean).join(' · ')}</span>
      <span className="sr-only">{`(${privacy})`}</span>
    </span>
  );
}
