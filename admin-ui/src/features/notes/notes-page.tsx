import { type StoryItem, shownIn, storyItem } from '@veldlicht/contract/story';
import { BookOpen } from 'lucide-react';
import { StoriesPage } from '#features/stories/stories-page.tsx';
import { storyCalls } from '#features/stories/story-calls.ts';
import { NoteDialog } from './note-dialog.tsx';

const calls = storyCalls('/api/admin/notes', storyItem, {
  saved: 'noteSaved',
  failedToSave: 'failedToSaveNote',
  restored: 'noteRestored',
  purged: 'notePurged',
  deleted: 'noteDeleted',
  failedToDelete: 'failedToDeleteNote',
});

export function NotesPage() {
  return (
    <StoriesPage
      calls={calls}
      folder="/veldnotities"
      icon={BookOpen}
      words={{
        title: 'fieldNotes',
        text: 'fieldNotesText',
        add: 'newNote',
        search: 'searchNotes',
        views: 'noteView',
        all: 'noteView:all',
        none: 'noNotes',
        noneHint: 'noNotesHint',
        failed: 'failedToLoadNotes',
        purge: 'purgeNoteText',
      }}
      shownIn={({ body }) => shownIn(body)}
      wordsIn={({ body }) => body}
      Editor={NoteEditor}
    />
  );
}

function NoteEditor({ story, onClose }: { story: StoryItem | null; onClose: () => void }) {
  const save = calls.useSave(story);
  return <NoteDialog note={story} save={save} onClose={onClose} />;
}
