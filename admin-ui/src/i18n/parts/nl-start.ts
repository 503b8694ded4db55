import { textsOf } from '../en.ts';
import { nl } from '../nl.ts';

export const texts = textsOf('start', nl);
