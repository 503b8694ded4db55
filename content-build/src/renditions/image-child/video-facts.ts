/** Facts from the metadata of a video, by FFmpeg's names. */
import {
  cleanText,
  type FileFacts,
  factsOf,
  NO_FACTS,
  plainDate,
  plainDescription,
  plainLocation,
  plainOffset,
  plainTime,
} from '@veldlicht/contract/file-facts';
import { MAX_DESCRIPTION, MAX_TITLE } from '@veldlicht/contract/limits';
import { xmpBlock } from '@veldlicht/contract/metadata-text';
import { amsterdamDay } from '@veldlicht/database/amsterdam-day';
import exifr from 'exifr';
import type { TakenFacts } from './image-types.ts';
import { cameraName } from './metadata.ts';

/** '+52.1312+005.8604+012.3/' (ISO 6709) → 'lat, lon'. */
export function isoLocation(text: string | undefined): string | null {
  const found = /^([+-]\d{2}(?:\.\d+)?)([+-]\d{3}(?:\.\d+)?)/.exec(text ?? '');
  return found ? plainLocation(Number(found[1]), Number(found[2])) : null;
}

type Moment = Pick<FileFacts, 'date' | 'time' | 'offset'>;

/** Parses a local time with its offset. */
function localMoment(text: string | undefined): Moment | null {
  const date = plainDate(text);
  return date ? { date, time: plainTime(text), offset: plainOffset(text) } : null;
}

const amsterdamTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Amsterdam',
  timeStyle: 'medium',
});

/** Parses a time in UTC as one in Amsterdam, without offset: many cameras write local time as UTC. */
function momentInUtc(text: string | undefined): Moment | null {
  const at = new Date(text ?? '');
  if (!plainDate(text) || Number.isNaN(at.getTime())) return null;
  const time = plainTime(text) && amsterdamTime.format(at);
  return { date: amsterdamDay(at.getTime()), time, offset: null };
}

/** Metadata goes before XMP, and a time in UTC comes last. */
export function takenFacts(words: Record<string, string | undefined>): TakenFacts {
  const camera = cameraName(
    words['com.apple.quicktime.make'] ?? words.make,
    words['com.apple.quicktime.model'] ?? words.model,
  );
  const place =
    words['com.apple.quicktime.location.ISO6709'] ?? words.location ?? words['location-eng'];
  const xmp: FileFacts = words.xmp ? factsOf(xmpBlock(exifr, words.xmp)) : NO_FACTS;
  return {
    camera: camera ? { camera } : {},
    facts: {
      ...xmp,
      title: plainDescription(words.title, MAX_TITLE) ?? xmp.title,
      description:
        cleanText(words.description ?? words.comment, MAX_DESCRIPTION) ?? xmp.description,
      ...(localMoment(words['com.apple.quicktime.creationdate']) ??
        localMoment(words.date) ??
        (xmp.date ? null : momentInUtc(words.creation_time))),
      location: isoLocation(place) ?? xmp.location,
    },
  };
}
