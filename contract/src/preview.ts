/** Preview of the site with its drafts, for signed-in users (decision 025). */
import { z } from 'zod';
import { profilePatch } from './settings.ts';

/** Root of the preview. */
export const PREVIEW_PATH = '/admin/preview';

/** Address in the preview of a public page or index file. */
export function previewAddress(publicPath: string): string {
  return PREVIEW_PATH + publicPath;
}

/** Answer of a `preview` job. */
export const previewAnswer = z.object({
  status: z.union([z.literal(200), z.literal(404), z.literal(500)]),
  type: z.enum(['html', 'json']),
  body: z.string(),
});
export type PreviewAnswer = z.infer<typeof previewAnswer>;

/** Pages that can be previewed with unsaved settings: POST to their address in the preview. */
export const settingsPreviewPaths = ['/', '/over'] as const;
export type SettingsPreviewPath = (typeof settingsPreviewPaths)[number];
/** Unsaved settings: fields of the profile, and the item on top of the home page. */
export const settingsPreview = profilePatch.extend({
  hero: z.string().max(100).optional().describe("Its id; '' for the newest featured one"),
});
export type SettingsPreview = z.infer<typeof settingsPreview>;
/** Form field of that POST, with the settings as JSON. */
export const SETTINGS_FIELD = 'profile';
