import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { sessionQuery } from '#lib/queries.ts';
import { readMetadata } from '../upload/metadata.ts';
import { uploadFile } from '../upload/upload-file.ts';
import { type BulkSession, createBulkSession } from './bulk-session.ts';
import { createItems } from './create-items.ts';
import { openDraftStorage } from './draft-storage.ts';
import { DraftsDialog } from './drafts-dialog.tsx';
import { createDraftsLock, type DraftsLock } from './drafts-lock.ts';

let current: { userId: string; lock: DraftsLock } | null = null;

/** The drafts of the person who is signed in; another person has other ones. */
function lockOf(userId: string): DraftsLock {
  if (current?.userId === userId) return current.lock;
  const storage = openDraftStorage(userId);
  const lock = createDraftsLock(`veldlicht-drafts-${userId}`, () =>
    createBulkSession({
      storage,
      readFacts: readMetadata,
      upload: uploadFile,
      create: createItems,
      now: Date.now,
    }),
  );
  current = { userId, lock };
  return lock;
}

/** Shown in place of the drafts while another tab has them. */
function DraftsElsewhere({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={t('bulkTitle')}>
      <DialogBody>
        <div role="status" className="flex flex-col gap-2">
          <p className="font-medium">{t('draftsElsewhere')}</p>
          <p className="text-muted">{t('draftsElsewhereText')}</p>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="secondary" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** Up to a hundred files at once (spec §2 Bulk Upload dialog). Drafts outlive it. */
export function BulkUploadDialog({ onClose }: { onClose: () => void }) {
  const userId = useQuery(sessionQuery).data?.user.id;
  const [owner, setOwner] = useState<BulkSession | 'another tab' | null>(null);
  useEffect(() => {
    if (userId === undefined) return;
    const close = lockOf(userId).open((next) => setOwner(next));
    return () => void close();
  }, [userId]);
  // For a moment: the browser is asked whether another tab has the drafts.
  if (owner === null) return null;
  if (owner === 'another tab') return <DraftsElsewhere onClose={onClose} />;
  return <DraftsDialog session={owner} onClose={onClose} />;
}
