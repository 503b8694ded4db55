/** Serves the site, and the reason at /admin, while the database is unusable; never opens the database (fault F8). */
import { reason, sentenceOf } from '@veldlicht/contract/reason';
import { databaseFaults } from '@veldlicht/database/connection';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import type { AppContext, AppEnv } from '#http/app-env.ts';
import { plainDocument, stylePolicy } from '#http/plain-document.ts';
import { mediaFilesRoutes } from './media-files.routes.ts';
import { CONTENT_POLICY, securityHeadersMiddleware } from './security-headers.ts';
import { siteRoutes } from './site.routes.ts';

/** Seconds. */
const RETRY_AFTER = '60';
const CLOSED = reason('server_closed');
const NOT_SENT = 'Je bericht kan nu niet worden verzonden. Probeer het later opnieuw.';

export const closedFacts = z.object({
  fault: z.enum(databaseFaults),
  /** Time of the newest backup in milliseconds since 1970; null without one. */
  newestBackup: z.number().nullable(),
});
type ClosedFacts = z.infer<typeof closedFacts>;

interface Options {
  folder: DataFolder;
  publicOrigin: string;
  facts: ClosedFacts;
}

function closedPage(c: AppContext, facts: ClosedFacts): Response | Promise<Response> {
  return c.html(reasonPage(facts, languageOf(c.req.header('accept-language'))), 503, {
    'Cache-Control': 'no-store',
    [CONTENT_POLICY]: CLOSED_POLICY,
    'Referrer-Policy': 'no-referrer',
    'Retry-After': RETRY_AFTER,
    Vary: 'Accept-Language',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  });
}

function refuseCall(c: AppContext): Response {
  const headers = { 'Retry-After': RETRY_AFTER };
  // A plain form shows the response as a page.
  if (c.req.path === '/api/contact' && c.req.header('accept')?.includes('text/html'))
    return c.text(NOT_SENT, 503, headers);
  return c.json({ error: sentenceOf(CLOSED), code: 'not_ready', reason: CLOSED }, 503, headers);
}

export function createClosedApp({ folder, publicOrigin, facts }: Options) {
  const app = new Hono<AppEnv>();
  app.get('/admin', (c) => closedPage(c, facts));
  app.get('/admin/*', (c) => closedPage(c, facts));
  app.use(securityHeadersMiddleware(publicOrigin));
  app.all('/api/*', refuseCall);
  app.route('/', mediaFilesRoutes({ folder }));
  app.route('/', siteRoutes({ folder }));
  app.notFound((c) => c.text('Not found', 404));
  return app;
}

type Language = 'en' | 'nl';

const words = {
  en: {
    title: 'The admin is closed',
    lead: 'The site stays up: visitors see it as it was last published. Nothing can be changed until the database is back.',
    what: 'What happened',
    fault: {
      missing: 'The database is missing or empty.',
      damaged: 'The database is damaged and can’t be trusted.',
      behind: 'The database lacks its last changes: it is older than the site that visitors see.',
      unfinished: 'A restore was interrupted before it finished.',
      newer: 'The database was made by a newer version of Veldlicht than the one that runs now.',
      unreleased:
        'The database was made by an unreleased version of Veldlicht, which this one can’t follow.',
      foreign: 'The database in the data folder does not belong to Veldlicht.',
      other:
        'The database could not be opened or brought up to date. The log of the server says why.',
    },
    backup: (when: string) => `The newest backup was made on ${when} and restored as a test then.`,
    noBackup: 'No backup was found in the backup folder.',
    todo: 'What to do',
    restore: 'On the server, in the folder of Veldlicht:',
    after:
      'This checks the backup, keeps what is there now in a separate folder, and restores the backup. The admin then opens again by itself.',
    insteadOfRestore: {
      newer: 'Start the newer version again. Or restore a backup made before it:',
      unreleased:
        'Start the version that made it again. Or set DATA_DIR to an empty folder and add the photos and videos again: they are in the folder “originals” of the current data folder, or in its bucket.',
      foreign:
        'Set DATA_DIR to the folder that contains Veldlicht’s database. Or restore a backup:',
      other: 'Start the version that ran before. Or restore a backup:',
    },
  },
  nl: {
    title: 'Het beheer is gesloten',
    lead: 'De site blijft in de lucht: bezoekers zien hem zoals hij voor het laatst is gepubliceerd. Er kan niets worden gewijzigd tot de database terug is.',
    what: 'Wat er is gebeurd',
    fault: {
      missing: 'De database ontbreekt of is leeg.',
      damaged: 'De database is beschadigd en niet te vertrouwen.',
      behind:
        'In de database ontbreken de laatste wijzigingen: hij is ouder dan de site die bezoekers zien.',
      unfinished: 'Het terugzetten van een reservekopie is halverwege afgebroken.',
      newer: 'De database is gemaakt door een nieuwere versie van Veldlicht dan die nu draait.',
      unreleased:
        'De database is gemaakt door een versie van Veldlicht die nooit is uitgebracht. Deze versie kan daar niet mee verder.',
      foreign: 'De database in de gegevensmap is niet van Veldlicht.',
      other:
        'De database kon niet worden geopend of bijgewerkt. In het logbestand van de server staat waarom.',
    },
    backup: (when: string) =>
      `De nieuwste reservekopie is van ${when}. Die is bij het maken als proef teruggezet.`,
    noBackup: 'In de map voor reservekopieën is er geen gevonden.',
    todo: 'Wat je kunt doen',
    restore: 'Op de server, in de map van Veldlicht:',
    after:
      'Dit controleert de reservekopie, bewaart wat er nu staat in een aparte map en zet de reservekopie terug. Daarna gaat het beheer vanzelf weer open.',
    insteadOfRestore: {
      newer: 'Start de nieuwere versie weer. Of zet een reservekopie van daarvoor terug:',
      unreleased:
        'Start de versie die de database heeft gemaakt weer. Of geef bij DATA_DIR een lege map op en voeg de foto’s en video’s opnieuw toe: ze staan in de map “originals” van de huidige gegevensmap, of in de bucket ervan.',
      foreign:
        'Geef bij DATA_DIR de map op waar de database van Veldlicht in staat. Of zet een reservekopie terug:',
      other: 'Start de versie die hiervoor draaide. Of zet een reservekopie terug:',
    },
  },
};

const STYLE = `
:root { color-scheme: light dark; --ground: #fbfaf6; --surface: #fffefb; --ink: #1b1e1a; --muted: #5d635b; --hairline: #e3dfd4; --deep: #f2efe7; }
@media (prefers-color-scheme: dark) { :root { --ground: #141613; --surface: #1c1f1b; --ink: #e9e7e0; --muted: #a3a79b; --hairline: #2e322c; --deep: #10120f; } }
body { margin: 0; padding: 2rem 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 36rem; margin: 6vh auto; padding: 2rem; background: var(--surface); border: 1px solid var(--hairline); border-radius: 0.5rem; }
h1 { margin: 0 0 0.75rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 1.75rem 0 0.25rem; font-size: 1rem; }
p { margin: 0.25rem 0; }
.muted { color: var(--muted); }
pre { margin: 0.75rem 0; padding: 0.75rem 1rem; overflow-x: auto; background: var(--deep); border-radius: 0.375rem; font: 0.9375rem/1.5 ui-monospace, monospace; }
`;

const CLOSED_POLICY = stylePolicy(STYLE, "'none'");

/** Dutch if the browser prefers it to English. */
function languageOf(acceptLanguage: string | undefined): Language {
  const first = acceptLanguage?.match(/\b(?:nl|en)\b/i)?.[0]?.toLowerCase();
  return first === 'nl' ? 'nl' : 'en';
}

function momentText(at: number, language: Language): string {
  return new Date(at).toLocaleString(language === 'nl' ? 'nl-NL' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Amsterdam',
  });
}

function reasonPage({ fault, newestBackup }: ClosedFacts, language: Language) {
  const t = words[language];
  const instead = new Map(Object.entries(t.insteadOfRestore)).get(fault);
  // Backups of such a version are refused as well.
  const isHealed = fault !== 'unreleased';
  const backup = newestBackup === null ? t.noBackup : t.backup(momentText(newestBackup, language));
  const body = html`
    <main>
      <h1>${t.title}</h1>
      <p>${t.lead}</p>
      <h2>${t.what}</h2>
      <p>${t.fault[fault]}</p>
      ${isHealed ? html`<p>${backup}</p>` : ''}
      <h2>${t.todo}</h2>
      ${instead ? html`<p>${instead}</p>` : ''}
      ${isHealed ? html`<p>${t.restore}</p><pre>npm run restore</pre><p class="muted">${t.after}</p>` : ''}
    </main>`;
  return plainDocument({ title: t.title, language, style: STYLE }, body);
}
