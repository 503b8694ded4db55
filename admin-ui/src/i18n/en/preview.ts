export const previewTexts = {
  preview: 'Preview',
  previewHint: 'Shows the item as it was last saved',
  previewItem: 'Preview {{title}} (opens in a new tab)',
  previewSite: 'Preview site with drafts',
} as const;
