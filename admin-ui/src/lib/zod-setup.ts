/** Imported before any schema is made: the page's policy forbids code made from text. */
import { z } from 'zod';

z.config({ jitless: true });
