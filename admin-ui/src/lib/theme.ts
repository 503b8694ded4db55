import { THEME_STORAGE_KEY } from '@veldlicht/contract/limits';
import { storedChoice } from './stored-choice.ts';

/** Light or dark, light by default (spec §4). Before the first paint the boot script has applied it. */
export const themeChoice = storedChoice(THEME_STORAGE_KEY, ['light', 'dark'], (theme) => {
  document.documentElement.dataset.theme = theme;
});
