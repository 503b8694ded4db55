import { type DragEvent, useEffect, useRef, useState } from 'react';
import { filesOfDrop } from './dropped-files.ts';

/** A file that misses the place is not opened by the browser, which would leave the page. */
function catchMissed(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** Handlers for an element that takes dropped files and folders, and whether one hovers over it. */
export function useFileDrop(onFiles: (files: File[], isFolder: boolean) => void) {
  // Entering a child counts before leaving its parent does.
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
