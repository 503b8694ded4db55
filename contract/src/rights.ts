/** Whose a picture is and what may be done with it: the same words in its files and on its page (decision 062). */
import { z } from 'zod';
import { dayIn } from './day-shapes.ts';
import { cleanText, type FileFacts } from './file-facts.ts';
import { holdsPosition } from './position-shapes.ts';
import type { SiteProfile } from './settings.ts';
import { xmlText } from './xml.ts';

/** What the original said itself; the website settings say the rest. */
export const ownRights = z.object({
  creator: z.string().optional(),
  copyright: z.string().optional(),
  usageTerms: z.string().optional(),
  licenseUrl: z.string().optional(),
});
export type OwnRights = z.infer<typeof ownRights>;
export const rightsNames = ownRights.keyof().options;

/** The same few names stand in thousands of files, and looking for a position costs more than all else of an item. */
const looked = new Map<string, boolean>();

function mayBeTold(text: string): boolean {
  const known = looked.get(text);
  if (known !== undefined) return known;
  if (looked.size >= 1000) looked.clear();
  const isFree = !holdsPosition(text) && dayIn(text) === null;
  looked.set(text, isFree);
  return isFree;
}

/** The part of a file's facts that visitors read; a newer rule may know a position where an older one saw none. */
export function ownRightsOf(facts: Partial<FileFacts>): OwnRights {
  return Object.fromEntries(
    rightsNames.flatMap((name) => {
      const text = facts[name];
      return text && mayBeTold(text) ? [[name, text]] : [];
    }),
  );
}

export interface Rights {
  /** Also the credit line. */
  creator: string;
  /** Such as '© Joris'. */
  notice: string;
  licenceUrl: string;
  /** Who gives permission, and where it is asked for. */
  licensor: { name: string; url: string };
}

/** What its files say besides. */
export interface FileRights extends Rights {
  terms: string;
  /** Not for text and data mining. */
  isReserved: boolean;
}

interface Site<Field extends keyof SiteProfile = 'photographer' | 'copyrightHolder'> {
  /** Without a slash at the end. */
  origin: string;
  profile: Pick<SiteProfile, Field>;
}

/** Room in the packet for each text, in bytes as XML: together they always fit (content-build, rights-packet). */
const ROOM = { name: 48, notice: 80, url: 100 };
/** For people and programs that find a picture without its page, where the owner said nothing. */
const STANDARD_TERMS =
  'Alle rechten voorbehouden. Gebruik alleen met schriftelijke toestemming vooraf.';

function xmlBytes(text: string): number {
  return new TextEncoder().encode(xmlText(text)).length;
}

/** One line of at most so many bytes as XML; what is cut ends in an ellipsis. */
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

/** The words for a picture: its own, else those of the settings. */
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

/** The same for the files of a picture, which a page does not stand beside. */
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
