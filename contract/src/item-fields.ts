/**
 * The plain fields of a media item, each described once: the API, the projection, the check for positions, both
 * searches and the forms of the panel follow this list (decision 004). What has rules of its own is not in it:
 * category, tags, species, privacy, focus, schedule. Without zod, since the public site reads it.
 */
import { without } from './by-name.ts';
import { MAX_ALT, MAX_DESCRIPTION, MAX_FILE_NAME, MAX_LOCATION, MAX_TITLE } from './limits.ts';

interface ItemField {
  /** Its control in the panel. */
  control: 'line' | 'few lines' | 'lines' | 'date' | 'none';
  /** In characters; null: its format decides. */
  longest: number | null;
  /**
   * What visitors read of it. `as is`: unchanged, so a position in it keeps the item off the site and the guard checks
   * its words. `guarded`: the projection has a rule for it. `never`: only the panel shows it.
   */
  shown: 'as is' | 'guarded' | 'never';
  /** Searched in the panel, and on the site if it is published unchanged. */
  searched: boolean;
  /** A bulk edit can change it. */
  bulk: boolean;
}

/** Title alone is required. Without `alt` visitors get the title. */
export const itemFields = {
  title: { control: 'line', longest: MAX_TITLE, shown: 'as is', searched: true, bulk: false },
  description: {
    control: 'lines',
    longest: MAX_DESCRIPTION,
    shown: 'as is',
    searched: true,
    bulk: true,
  },
  location: {
    control: 'line',
    longest: MAX_LOCATION,
    shown: 'guarded',
    searched: true,
    bulk: true,
  },
  date: { control: 'date', longest: null, shown: 'guarded', searched: false, bulk: true },
  alt: { control: 'few lines', longest: MAX_ALT, shown: 'as is', searched: false, bulk: true },
  originalName: {
    control: 'none',
    longest: MAX_FILE_NAME,
    shown: 'never',
    searched: true,
    bulk: false,
  },
} as const satisfies Record<string, ItemField>;

type ItemFields = typeof itemFields;
type ItemFieldName = keyof ItemFields;
type NameWhere<Rule extends Partial<ItemField>> = {
  [Name in ItemFieldName]: ItemFields[Name] extends Rule ? Name : never;
}[ItemFieldName];

// Cast: `keys` forgets the names.
export const itemFieldNames = Object.keys(itemFields) as ItemFieldName[];

/** Names of the fields that match a rule. */
function namesWhere<const Rule extends Partial<ItemField>>(rule: Rule): NameWhere<Rule>[] {
  const isSo = (field: ItemField) =>
    Object.entries(rule).every(([key, value]) => field[key as keyof ItemField] === value);
  // Cast: `filter` forgets the rule.
  return itemFieldNames.filter((name) => isSo(itemFields[name])) as NameWhere<Rule>[];
}

/** Texts that visitors read unchanged. */
export const publicTextFields = namesWhere({ shown: 'as is' });
export type PublicTextField = (typeof publicTextFields)[number];
export const privateFields = namesWhere({ shown: 'never' });
/** Fields of which visitors read something. */
export const publicFields = without(itemFieldNames, privateFields);
/** Fields with a control in the panel. */
export const typedFields = without(itemFieldNames, namesWhere({ control: 'none' }));
export const bulkFields = namesWhere({ bulk: true });
export const searchedFields = namesWhere({ searched: true });
/** Texts that the search of the site reads unchanged. */
export const searchedTexts = namesWhere({ searched: true, shown: 'as is' });
