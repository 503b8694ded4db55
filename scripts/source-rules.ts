/** Code patterns that are forbidden because they have caused bugs. Pure. */
import { isTest, type SourceFile } from './source-files.ts';

export interface Rule {
  /** Reason. */
  because: string;
  pattern: RegExp;
  /** Workspaces it applies to; by default all. */
  within?: RegExp;
  /** Exempt files, with the reason in each file. */
  except?: RegExp;
}

export const rules: Rule[] = [
  {
    because: 'it would publish positions and other metadata',
    pattern: /\b(?:withMetadata|keepMetadata|keepExif|withExif\w*)\s*\(/,
    within: /^(?:content-build|admin-api)\//,
  },
  {
    because: 'a still carries the packet of its rights and nothing else',
    pattern: /\bwithXmp\s*\(/,
    within: /^(?:content-build|admin-api)\//,
    except: /^content-build\/src\/renditions\/image-child\/encode-stills\.ts$/,
  },
  { because: 'values belong in parameters', pattern: /\bsql\.raw\s*\(/ },
  {
    because: 'text must stay text',
    pattern: /dangerouslySetInnerHTML|\bdefine:vars\b|\.innerHTML\s*=|insertAdjacentHTML/,
  },
  {
    because: 'text must stay text',
    pattern: /\bset:html\b/,
    except: /^site\/src\/components\/(?:structured-data|early-layout|island|markdown)\.astro$/,
  },
  {
    because: 'the policy has no room for it',
    pattern: /\bis:inline\b|\son[a-z]+="/,
    within: /^site\//,
    // A constant text, which the policy allows by its hash (decision 019).
    except: /^site\/src\/components\/early-layout\.astro$/,
  },
  {
    because: 'WebKit gives an empty marker a line, above a picture; "none" takes no room',
    pattern: /list-style(?:-type)?:[^;]*(["'])(?:\s|\\[\da-f]+)*\1/i,
  },
  {
    because: 'without markers WebKit tells a screen reader of a list by its role only',
    pattern: /<[uo]l\b(?![^>]*(?:role="list"|aria-hidden="true"))[^>]*>/,
    within: /^site\//,
  },
  {
    because: 'a copied live database may be torn',
    pattern: /(?:copyFile|cp)(?:Sync)?\([^)]*(?:\.db\b|database)/,
  },
  {
    because: 'a workspace is imported by its name',
    pattern: /from '(?:\.\.\/)+(?:contract|database|admin-api|admin-ui|content-build|site)\/src\//,
  },
  {
    because: 'only the views leave out what is in the trash',
    pattern:
      /\b(?:from|[a-z]*[jJ]oin)\((?:schema\.)?(?:mediaRows|storyRows)\b|\b(?:FROM|JOIN)\s+(?:media_rows|story_rows)\b/,
    // Trash, history, projection, and code that must know restorable rows: addresses, categories, drafts, files, and
    // photos of programs.
    except:
      /^admin-api\/src\/(?:history\/|media\/trash\.service|stories\/stories\.service|categories\/categories\.service|drafts\/drafts\.service|keys\/remote\.repository|testing\/)|^database\/src\/(?:history-triggers|triggers|slug|public\/private-rows)\.ts$|^content-build\/src\/worker\/clean-up\.ts$/,
  },
  {
    because: 'what several screens share imports none of them',
    pattern: /from '#features\//,
    within: /^admin-ui\/src\/(?:components|lib)\//,
  },
  {
    because: 'a primitive knows nothing of the session, the API and notices',
    pattern:
      /from '#lib\/(?:access|api|declined|notify|permissions|queries|resource|session|use-change|words-q)/,
    within: /^admin-ui\/src\/components\/ui\//,
  },
  {
    because: 'it silences the compiler',
    pattern: /@ts-(?:ignore|nocheck|expect-error)|\bas any\b/,
  },
];

/** Broken rules, one line each. Tests are exempt. */
export function findBrokenRules(files: SourceFile[]): string[] {
  return files
    .filter((file) => !isTest(file.path) && !file.path.endsWith('source-rules.ts'))
    .flatMap((file) =>
      rules
        .filter(
          ({ within, except }) => (within?.test(file.path) ?? true) && !except?.test(file.path),
        )
        .filter(({ pattern }) => pattern.test(file.text))
        .map(
          ({ because, pattern }) => `${file.path} has ${pattern.exec(file.text)?.[0]}: ${because}`,
        ),
    );
}
