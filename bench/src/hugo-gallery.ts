/**
 * The same photographs as a plain gallery of Hugo: one page with a picture per photograph in the
 * widths that ours have, as WebP (Hugo makes no AVIF) in its own quality with a JPEG for the rest; no
 * script, no fonts. About what a good theme does before it has a lightbox.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runTimed } from './programs.ts';

const CONFIG = `baseURL = "/"
languageCode = "nl"
title = "Foto's"
disableKinds = ["taxonomy", "term", "RSS", "sitemap"]
`;

const LAYOUT = `<!doctype html>
<html lang="{{ site.LanguageCode }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ site.Title }}</title>
<meta name="description" content="Een galerij">
<style>
body { margin: 0 auto; max-width: 90rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; margin: 0; padding: 0; list-style: none; }
img { display: block; width: 100%; height: auto; }
</style>
</head>
<body>
<main>
<h1>{{ site.Title }}</h1>
<ul>
{{- range $index, $photo := .Resources.ByType "image" }}
{{- $set := slice }}
{{- range slice 480 960 1600 }}
{{- $one := $photo.Resize (printf "%dx webp" .) }}
{{- $set = $set | append (printf "%s %dw" $one.RelPermalink .) }}
{{- end }}
{{- with $photo.Resize "960x" }}
<li><a href="{{ .RelPermalink }}"><picture><source type="image/webp" srcset="{{ delimit $set ", " }}" sizes="(min-width: 42rem) 30vw, 92vw"><img src="{{ .RelPermalink }}" width="{{ .Width }}" height="{{ .Height }}" alt="Foto {{ add $index 1 }}"{{ if gt $index 1 }} loading="lazy"{{ else if eq $index 0 }} fetchpriority="high"{{ end }}></picture></a></li>
{{- end }}
{{- end }}
</ul>
</main>
</body>
</html>
`;

/** Answers the folder to serve; null without Hugo. */
export async function buildHugoGallery(photos: string[], folder: string): Promise<string | null> {
  const hasHugo = await runTimed(['hugo', 'version']).catch(() => null);
  if (hasHugo === null) return null;
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  write('config.toml', CONFIG);
  write('layouts/index.html', LAYOUT);
  write('content/_index.md', '---\n---\n');
  for (const photo of photos) cpSync(photo, path.join(folder, 'content', path.basename(photo)));
  await runTimed(['hugo', '--source', folder, '--destination', 'public']);
  return path.join(folder, 'public');
}
