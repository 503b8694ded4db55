/** What the app around decides about dialogs, so that they know nothing of it. In a file of its own: dialogs load late. */
import { createContext } from 'react';

interface DialogHost {
  /** True while something above every dialog waits for an answer; nothing below it closes. */
  isCovered: () => boolean;
  /** Called when a dialog closes. */
  onClose: () => void;
}

export const DialogHostContext = createContext<DialogHost>({
  isCovered: () => false,
  onClose: () => undefined,
});
