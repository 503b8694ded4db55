import { robotsText } from '#files/site-files.ts';
import { fileRoute } from '#lib/page-of-kind.ts';

export const GET = fileRoute('robots', 'text/plain', robotsText);
