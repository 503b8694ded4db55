import { en, isPanelText } from '../en.ts';

export const texts = Object.fromEntries(Object.entries(en).filter(([key]) => !isPanelText(key)));
