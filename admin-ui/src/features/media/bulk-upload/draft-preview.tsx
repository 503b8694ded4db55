import { FileImage, FileVideo } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needsServer } from '../form/file-checks.ts';
import type { BulkSession } from './bulk-session.ts';
import type { Draft } from './draft.ts';
import { useStore } from './store.ts';

interface DraftPreviewProps {
  session: BulkSession;
  draft: Pick<Draft, 'id' | 'file' | 'stored' | 'failure'>;
  isVideo: boolean;
  /** Only what is about to be seen gets a picture. */
  near: boolean;
}

/** A small picture of the file: made here, else the server's own. */
export function DraftPreview({ session, draft, isVideo, near }: DraftPreviewProps) {
  const { t } = useTranslation();
  const { id, file, stored, failure } = draft;
  const made = useStore(session.previews.store, (urls) => urls.get(id));
  const [broken, setBroken] = useState<string | null>(null);
  useEffect(() => {
    if (near && file) session.previews.ask(id, file);
  }, [session, near, file, id]);
  const kept = stored?.objectPath.endsWith('.jpg') ? stored.objectPath : null;
  const url = made ?? kept;
  const Icon = isVideo ? FileVideo : FileImage;
  const waiting = file !== null && made === undefined;
  const coming = file !== null && needsServer(file) && !stored && !failure;
  return (
    <div className="grid aspect-[4/3] place-items-center overflow-hidden rounded-md border border-hairline bg-ground">
      {url && url !== broken ? (
        <img src={url} alt="" onError={() => setBroken(url)} className="size-full object-contain" />
      ) : (
        <span className="flex flex-col items-center gap-2 px-3 text-center text-xs text-muted">
          <Icon aria-hidden="true" className="size-6" />
          {coming ? t('previewFollows') : !waiting && t('noPreview')}
        </span>
      )}
    </div>
  );
}
