import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';

/** Warns of changes that the server does not have yet. */
export function UnsavedNote({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-start gap-1.5 font-medium text-amber">
      <CloudOff className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </span>
  );
}
