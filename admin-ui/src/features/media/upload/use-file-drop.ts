import { type DragEvent, useEffect, useRef, useState } from 'react';

/** Reads dropped files and folders. */

/** Files read of a drop; more are ignored. */
const MOST_READ = 5000;

/** Reads all entries of a folder; browsers return at most a hundred per call. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found;
    found.push(...some);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** Returns the files below an entry, sorted by name with numbers (2 before 10), without hidden ones. */
async function filesBelow(entry: FileSystemEntry, room: number): Promise<File[]> {
  if (isFile(entry))
    return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  if (!isFolder(entry)) return [];
  const files: File[] = [];
  const entries = (await entriesOf(entry)).filter(({ name }) => !name.startsWith('.'));
  const inOrder = new Intl.Collator(undefined, { numeric: true });
  for (const one of entries.sort((a, b) => inOrder.compare(a.name, b.name))) {
    if (files.length >= room) break;
    files.push(...(await filesBelow(one, room - files.length)));
  }
  return files;
}

/** Call it within the event: later its entries are gone. */
async function filesOfDrop(transfer: DataTransfer) {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const loose = [...transfer.files];
  if (!entries.some(isFolder)) return { files: loose, isFolder: false };
  try {
    const files: File[] = [];
    for (const entry of entries) files.push(...(await filesBelow(entry, MOST_READ - files.length)));
    return { files, isFolder: true };
  } catch (error) {
    // The loose folder entry is then refused as a file of unknown kind.
    console.warn('The folder could not be read', error);
    return { files: loose, isFolder: false };
  }
}

/** Keeps the browser from opening a file that is dropped elsewhere, which would leave the page. */
function catchMissed(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** Returns handlers for an element that takes dropped files and folders, and whether one hovers over it. */
export function useFileDrop(onFiles: (files: File[], isFolder: boolean) => void) {
  // Counts enter and leave: a child is entered before its parent is left.
  const depth = useRef(0);
  const [dropping, setDropping] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  useEffect(() => {
    window.addEventListener('dragover', catchMissed);
    window.addEventListener('drop', catchMissed);
    return () => {
      window.removeEventListener('dragover', catchMissed);
      window.removeEventListener('drop', catchMissed);
    };
  }, []);
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current += 1;
      setDropping(true);
    },
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    },
    onDragLeave: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current = Math.max(0, depth.current - 1);
      setDropping(depth.current > 0);
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setDropping(false);
      void filesOfDrop(event.dataTransfer).then(({ files, isFolder }) => onFiles(files, isFolder));
    },
  };
  return { dropping, handlers };
}
