/** The site as it would be with its drafts, for its makers only (product decisions §1, decision 031). */
import { z } from 'zod';
import { profilePatch } from './settings.ts';

/** Everything of the preview stands below this address. */
export const PREVIEW_PATH = '/admin/preview';

/** Where a public page or file of the index stands in the preview. */
export function previewAddress(publicPath: string): string {
  return PREVIEW_PATH + publicPath;
}

/** What the worker answers a `preview` job. */
export const previewAnswer = z.object({
  status: z.union([z.literal(200), z.literal(404), z.literal(500)]),
  type: z.enum(['html', 'json']),
  body: z.string(),
});
export type PreviewAnswer = z.infer<typeof previewAnswer>;

/** Pages that are shown with settings which are not saved: POST to their address in the preview. */
export const settingsPreviewPaths = ['/', '/over'] as const;
export type SettingsPreviewPath = (typeof settingsPreviewPaths)[number];
/** What is typed there: fields of the profile, and which item is to stand on top of the home page. */
export const settingsPreview = profilePatch.extend({
  hero: z.string().max(100).optional().describe("Its id; '' for the newest featured one"),
});
export type SettingsPreview = z.infer<typeof settingsPreview>;
/** The field of that form, as JSON. */
export const SETTINGS_FIELD = 'profile';
