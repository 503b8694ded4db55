import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionQuery } from '#lib/queries.ts';
import { deskOfUser } from './desk-of-user.ts';
import type { DraftDesk } from './draft-desk.ts';
import { DraftsDialog } from './drafts-dialog.tsx';
import { DraftsElsewhere } from './drafts-elsewhere.tsx';
import { useStore } from './store.ts';

interface AtDeskProps {
  desk: DraftDesk;
  onClose: () => void;
}

function AtDesk({ desk, onClose }: AtDeskProps) {
  const access = useStore(desk.store, (now) => now);
  useEffect(() => {
    void desk.open();
    return () => void desk.close();
  }, [desk]);
  // For a moment: the browser is asked whether another tab has them.
  if (access.is === 'asking') return null;
  if (access.is === 'here') return <DraftsDialog session={access.session} onClose={onClose} />;
  return (
    <DraftsElsewhere
      isTaking={access.is === 'taking'}
      onTakeOver={() => void desk.takeOver()}
      onClose={onClose}
    />
  );
}

interface BulkUploadDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Up to a hundred files at once (spec §2 Bulk Upload dialog). Drafts outlive it. */
export function BulkUploadDialog({ open, onClose }: BulkUploadDialogProps) {
  const userId = useQuery(sessionQuery).data?.user.id;
  if (!open || userId === undefined) return null;
  return <AtDesk desk={deskOfUser(userId)} onClose={onClose} />;
}
