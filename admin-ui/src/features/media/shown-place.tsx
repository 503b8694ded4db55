/** Shows what visitors see of the place and the date of an item. */
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

/** Memoized: search results change at each key. */
const PlaceMark = memo(function PlaceMark({ precision }: { precision: Precision }) {
  const Icon = marks[precision];
  return <Icon className="size-3.5 shrink-0" />;
});

export interface ShownBy {
  locationPrivacy: LocationPrivacy;
  date: string | null;
  /** The guard's limit; null for none. */
  level: GuardLevel | null;
}

/** The published precision of a place, whether the guard limits it, and the month if the guard hides the day. */
export function shownPrecision({ locationPrivacy, date, level }: ShownBy) {
  const precision = precisionOf(locationPrivacy, level);
  return {
    precision,
    isGuarded: precision !== precisionOf(locationPrivacy, null),
    month: level && date ? publicDate(date, level) : null,
  };
}

/** `shownPrecision` in words; `day` is null when the site shows the date itself. */
export function useShownPrecision(tells: ShownBy) {
  const { t, i18n } = useTranslation();
  const { precision, isGuarded, month } = shownPrecision(tells);
  const place = t(precisionTexts[precision]);
  const format = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return {
    precision,
    /** The precision of the place, and whether the guard limits it. */
    privacy: isGuarded ? t('placeGuarded', { privacy: place }) : place,
    day: month && new Intl.DateTimeFormat(i18n.language, format).format(Date.parse(month)),
  };
}

/** A place, with what visitors see of it. */
export function ShownPlace({ location, ...tells }: ShownBy & { location: string | null }) {
  const { precision, privacy, day } = useShownPrecision(tells);
  if (!location && !day) return null;
  return (
    <span className="flex min-w-0 items-center gap-1" title={privacy}>
      {location && <PlaceMark precision={precision} />}
      <span className="truncate">{[location, day].filter(Boolean).join(' · ')}</span>
      <span className="sr-only">{`(${privacy})`}</span>
    </span>
  );
}
