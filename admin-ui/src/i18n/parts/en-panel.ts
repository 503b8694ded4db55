import { en, textsOf } from '../en.ts';

export const texts = textsOf('panel', en);
