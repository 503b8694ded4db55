/** Opens a page of the site with unsaved settings in a new tab (decision 025). */
import {
  previewAddress,
  SETTINGS_FIELD,
  type SettingsPreview,
  type SettingsPreviewPath,
} from '@veldlicht/contract/preview';

/** Posts the differing settings by a form; the response is the page. */
export function openPreview(path: SettingsPreviewPath, typed: SettingsPreview): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = previewAddress(path);
  form.target = '_blank';
  const field = document.createElement('input');
  field.name = SETTINGS_FIELD;
  field.value = JSON.stringify(typed);
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
