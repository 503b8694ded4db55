import { shownIn } from '@veldlicht/contract/story';
import { BookOpen } from 'lucide-react';
import { StoriesPage } from '#features/stories/stories-page.tsx';
import { noteCalls } from '#features/stories/story-calls.ts';
import { NoteDialog } from './note-dialog.tsx';

export function NotesPage() {
  return (
    <StoriesPage
      calls={noteCalls}
      folder="/veldnotities"
      icon={BookOpen}
      shownIn={({ body }) => shownIn(body)}
      wordsIn={({ body }) => body}
      Editor={NoteDialog}
    />
  );
}
