import type { previewTexts as english } from '../en/preview.ts';

export const previewTexts: Record<keyof typeof english, string> = {
  preview: 'Voorbeeld',
  previewHint: 'Toont het item zoals het als laatste is opgeslagen',
  previewItem: 'Voorbeeld van {{title}} (opent in een nieuw tabblad)',
  previewSite: 'Site met concepten bekijken',
};
