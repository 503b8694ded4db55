/** What a page says of itself when its makers see it with drafts. */
export const previewCopy = {
  label: 'Voorbeeld',
  text: 'Voorbeeld met concepten – bezoekers zien dit niet',
  back: 'Naar het beheer',
} as const;
