import { isPanelText } from '../en.ts';
import { nl } from '../nl.ts';

export const texts = Object.fromEntries(Object.entries(nl).filter(([key]) => isPanelText(key)));
