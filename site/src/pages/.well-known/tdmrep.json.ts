import { tdmText } from '#files/site-files.ts';
import { fileRoute } from '#lib/page-of-kind.ts';

export const GET = fileRoute('tdm', 'application/json', tdmText);
