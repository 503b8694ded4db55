/** Finds days in texts: of a guarded item visitors may know only the month (guard.ts). */

/** Months in Dutch, English, German and French, in full or abbreviated. */
const MONTH = String.raw`(?:jan(?:uari|uary|vier|uar)?|feb(?:ruari|ruary|ruar)?|f[eé]v(?:rier)?|maart|mrt|mar(?:ch|s)?|märz|apr(?:il)?|avr(?:il)?|mei|may|mai|jun[ie]?|juin|jul[iy]?|juillet|aug(?:ustus|ust)?|ao[uû]t|sept?(?:ember|embre)?|okt(?:ober)?|oct(?:ober|obre)?|nov(?:ember|embre)?|dec(?:ember)?|d[eé]c(?:embre)?|dez(?:ember)?)(?!\p{L})`;

const DAY = new RegExp(
  [
    String.raw`\d{1,4}([-./: ])\d{1,2}\1\d{1,4}`,
    String.raw`(?<!\d)(?:19|20)\d{2}[01]\d[0-3]\d(?!\d)`,
    String.raw`(?<!\d)\d{1,2}[^\p{L}\d]{0,3}(?:\p{L}{1,3}\s){0,2}${MONTH}`,
    String.raw`(?<!\p{L})${MONTH}\P{L}{1,2}\d{1,2}(?!\d)`,
  ].join('|'),
  'iu',
);

/** The first day in a text, as written there; null for none. A month with its year is no day. */
export function dayIn(text: string): string | null {
  return DAY.exec(text)?.[0] ?? null;
}
