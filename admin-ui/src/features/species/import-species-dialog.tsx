import { MAX_SPECIES_IMPORT, type Species, type SpeciesInput } from '@veldlicht/contract/species';
import { FileText } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#components/form-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/loading.tsx';
import { useFileDrop } from '#features/media/upload/use-file-drop.ts';
import { classNames } from '#lib/class-names.ts';
import { decodeText, readTaxa, type TaxaPlan, type TaxaProblem } from './read-taxa.ts';
import { useImportSpecies } from './species-queries.ts';

/** Largest file that is read, in MB. */
const MOST_MB = 30;

/** What has become of the file that was chosen. */
type Read =
  | { is: 'none' }
  | { is: 'reading'; name: string }
  | { is: 'refused'; name: string; why: TaxaProblem | 'tooLarge' | 'unreadable' }
  | { is: 'read'; name: string; plan: TaxaPlan };

async function readFile(file: File, known: readonly Species[]): Promise<Read> {
  const { name } = file;
  const refused = (why: (Read & { is: 'refused' })['why']): Read => ({ is: 'refused', name, why });
  if (file.size > MOST_MB * 1024 * 1024) return refused('tooLarge');
  try {
    const text = decodeText(new Uint8Array(await file.arrayBuffer()));
    const plan = text === null ? 'notText' : readTaxa(text, known);
    return typeof plan === 'string' ? refused(plan) : { is: 'read', name, plan };
  } catch {
    return refused('unreadable');
  }
}

/** Lines of a list that are spelled out; the rest is a number. */
const SPELLED = 100;

interface LinesProps {
  title: string;
  lines: readonly string[];
}

function Lines({ title, lines }: LinesProps) {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  const more = lines.length - SPELLED;
  return (
    <details className="rounded-md border border-hairline">
      <summary className="min-h-10 px-3 py-2.5 font-medium">{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section tabIndex={0} aria-label={title} className="max-h-56 overflow-y-auto px-3 pb-2">
        <ul className="flex flex-col gap-1 text-[0.8125rem] text-muted">
          {lines.slice(0, SPELLED).map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
          {more > 0 && <li>{t('andMore', { number: String(more) })}</li>}
        </ul>
      </section>
    </details>
  );
}

/** What the import will do, before it does it. */
function PlanView({ plan }: { plan: TaxaPlan }) {
  const { t } = useTranslation();
  const { added, changed, same, left } = plan;
  const factsOf = (one: SpeciesInput) => [
    one.dutchName,
    one.englishName,
    t(`group:${one.group}`),
    one.family,
  ];
  const isNothing = added.length + changed.length === 0;
  return (
    <div className="flex flex-col gap-2">
      <p role="status">
        {isNothing ? t('taxaNothing') : t('taxaReady')} {same > 0 && t('taxaSame', { count: same })}
      </p>
      <Lines
        title={t('taxaAdded', { count: added.length })}
        lines={added.map(
          (one) => `${one.scientificName}: ${factsOf(one).filter(Boolean).join(' · ')}`,
        )}
      />
      <Lines
        title={t('taxaChanged', { count: changed.length })}
        lines={changed.map(({ from, to }) => {
          const before = factsOf(from);
          const pairs = factsOf(to).map((now, i) => [before[i] ?? '–', now ?? '–'] as const);
          const changes = pairs.filter(([was, now]) => was !== now);
          return `${to.scientificName}: ${changes.map((pair) => pair.join(' → ')).join(' · ')}`;
        })}
      />
      <Lines
        title={t('taxaLeft', { count: left.length })}
        lines={left.map(({ line, name, why, other }) => {
          const reason = t(`left:${why}`, { other });
          return t('taxaLine', { line: String(line), name, reason });
        })}
      />
    </div>
  );
}

interface ImportSpeciesDialogProps {
  known: readonly Species[];
  onClose: () => void;
}

/** Species of a Darwin Core taxon file: chosen or dropped, looked through, and then imported as a whole. */
export function ImportSpeciesDialog({ known, onClose }: ImportSpeciesDialogProps) {
  const { t } = useTranslation();
  const send = useImportSpecies();
  const input = useRef<HTMLInputElement>(null);
  const [read, setRead] = useState<Read>({ is: 'none' });
  const latest = useRef<File>(undefined);
  const choose = async ([file]: Iterable<File>) => {
    if (!file || send.isPending) return;
    latest.current = file;
    setRead({ is: 'reading', name: file.name });
    const next = await readFile(file, known);
    if (latest.current === file) setRead(next);
  };
  const { dropping, handlers } = useFileDrop((files) => void choose(files));
  const isPlanned = read.is === 'read';
  const taken =
    read.is === 'read' ? [...read.plan.added, ...read.plan.changed.map(({ to }) => to)] : [];
  return (
    <FormDialog
      title={t('importSpecies')}
      save={t('import')}
      saving={t('importing')}
      pending={send.isPending}
      disabled={taken.length === 0}
      form={handlers}
      onSubmit={() => taken.length > 0 && send.mutate(taken, { onSuccess: onClose })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <div
          className={classNames(
            'flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-6 text-center',
            'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-moss',
            dropping ? 'border-moss bg-moss-wash' : 'border-edge bg-ground',
          )}
        >
          <FileText className="size-7 text-moss" />
          <input
            ref={input}
            type="file"
            accept=".txt,.csv,.tsv,text/plain,text/csv,text/tab-separated-values"
            aria-label={t('taxaFile')}
            aria-describedby={isPlanned ? undefined : 'taxa-hint'}
            className="sr-only"
            onChange={({ target }) => {
              void choose([...(target.files ?? [])]);
              // Choosing the same file again must be noticed too.
              target.value = '';
            }}
          />
          {read.is !== 'none' && <p className="font-medium wrap-anywhere">{read.name}</p>}
          {/* The field beside it has the focus, and opens by Enter and Space itself. */}
          <Button look="secondary" tabIndex={-1} onClick={() => input.current?.click()}>
            {t(read.is === 'none' ? 'chooseFile' : 'chooseAnotherFile')}
          </Button>
          <p className="text-[0.8125rem] text-muted max-sm:hidden">{t('dropFileHere')}</p>
        </div>
        {read.is === 'reading' && (
          <p role="status" className="flex items-center gap-2 text-muted">
            <Spinner className="size-4" />
            {t('taxaReading')}
          </p>
        )}
        {read.is === 'refused' && (
          <p role="alert" className="text-danger">
            {t(`taxaProblem:${read.why}`, { mb: String(MOST_MB), n: String(MAX_SPECIES_IMPORT) })}
          </p>
        )}
        {read.is === 'read' && <PlanView plan={read.plan} />}
        {!isPlanned && (
          <div className="flex flex-col gap-1 text-[0.8125rem] text-muted">
            <p id="taxa-hint">{t('taxaHint')}</p>
            <details>
              <summary className="cursor-pointer">{t('taxaColumnsAsk')}</summary>
              <p className="mt-1 wrap-anywhere">{t('taxaColumns')}</p>
            </details>
          </div>
        )}
      </div>
    </FormDialog>
  );
}
