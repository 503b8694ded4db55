interface Keys {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Whether a key press asks to save: Ctrl/Cmd+Enter, in every form. */
export function isSaveKey({ key, ctrlKey, metaKey }: Keys): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}
