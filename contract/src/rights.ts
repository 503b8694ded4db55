/** Copyright and licence of a picture, for its files and its page (decision 016). */
import { z } from 'zod';
import { cacheOf } from './cache.ts';
import { dayIn } from './day-shapes.ts';
import { cleanText, type FileFacts } from './file-facts.ts';
import { holdsPosition } from './position-shapes.ts';
import type { SiteProfile } from './settings.ts';
import { xmlText } from './xml.ts';

/** Rights stated in the original; the settings have the defaults. */
export const ownRights = z.object({
  creator: z.string().optional(),
  copyright: z.string().optional(),
  usageTerms: z.string().optional(),
  licenseUrl: z.string().optional(),
});
export type OwnRights = z.infer<typeof ownRights>;
export const rightsNames = ownRights.keyof().options;

/** Cache: thousands of files share a few names, and the search for positions is the slowest step of an item. */
const checked = cacheOf<string, boolean>(1000);

const mayBeTold = (text: string): boolean =>
  checked(text, () => !holdsPosition(text) && dayIn(text) === null);

/** Public credits among a file's facts. Checked again here: newer rules may find a position in older facts. */
export function ownRightsOf(facts: Partial<FileFacts>): OwnRights {
  return Object.fromEntries(
    rightsNames.flatMap((name) => {
      const text = facts[name];
      return text && mayBeTold(text) ? [[name, text]] : [];
    }),
  );
}

export interface Rights {
  /** Also used as the credit line. */
  creator: string;
  /** Such as '© Joris'. */
  notice: string;
  licenceUrl: string;
  /** Who grants permission, and the page to request it. */
  licensor: { name: string; url: string };
}

/** Rights in files. */
export interface FileRights extends Rights {
  terms: string;
  /** Text and data mining is reserved (TDMRep). */
  isReserved: boolean;
}

interface Site<Field extends keyof SiteProfile = 'photographer' | 'copyrightHolder'> {
  /** Without a slash at the end. */
  origin: string;
  profile: Pick<SiteProfile, Field>;
}

/** Bytes of each text as XML, so that the packet always fits (content-build, rights-packet). */
const ROOM = { name: 48, notice: 80, url: 100 };
/** Default terms in files, which may be found without their page. */
const STANDARD_TERMS =
  'Alle rechten voorbehouden. Gebruik alleen met schriftelijke toestemming vooraf.';

function xmlBytes(text: string): number {
  return new TextEncoder().encode(xmlText(text)).length;
}

/** One line of at most `room` bytes as XML; a cut text ends in an ellipsis. */
export function fitXml(text: string, room: number): string {
  const line = cleanText(text, text.length) ?? '';
  if (xmlBytes(line) <= room) return line;
  let kept = '';
  let left = room - xmlBytes('…');
  for (const sign of line) {
    left -= xmlBytes(sign);
    if (left < 0) break;
    kept += sign;
  }
  return kept && `${kept.trimEnd()}…`;
}

/** Rights of a picture: its own, else those of the settings. */
export function rightsOf(own: OwnRights, { origin, profile }: Site): Rights {
  const { photographer, copyrightHolder } = profile;
  const page = `${origin}/licentie`;
  const { licenseUrl } = own;
  return {
    creator: fitXml(own.creator ?? photographer, ROOM.name),
    notice: fitXml(own.copyright ?? `© ${copyrightHolder}`, ROOM.notice),
    licenceUrl: licenseUrl && xmlBytes(licenseUrl) <= ROOM.url ? licenseUrl : page,
    licensor: { name: fitXml(copyrightHolder, ROOM.name), url: `${page}#toestemming` },
  };
}

/** Rights for the files of a picture. */
export function fileRightsOf(
  own: OwnRights,
  site: Site & Site<'licence' | 'notForTraining'>,
): FileRights {
  const { licence, notForTraining } = site.profile;
  return {
    ...rightsOf(own, site),
    terms: (own.usageTerms ?? licence) || STANDARD_TERMS,
    isReserved: notForTraining,
  };
}
