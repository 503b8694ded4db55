import { expect, it } from 'vitest';
import { hasUnsavedWork, holdUnsavedWork } from './unsaved-work.ts';

it('knows of unsaved work until the last of it is saved or left', () => {
  expect(hasUnsavedWork()).toBe(false);
  const saveForm = holdUnsavedWork();
  const saveDialog = holdUnsavedWork();
  saveForm();
  saveForm();
  expect(hasUnsavedWork()).toBe(true);
  saveDialog();
  expect(hasUnsavedWork()).toBe(false);
});

it('asks who holds something whether it is still unsaved', () => {
  let isUnsaved = true;
  const release = holdUnsavedWork(() => isUnsaved);
  expect(hasUnsavedWork()).toBe(true);
  isUnsaved = false;
  expect(hasUnsavedWork()).toBe(false);
  release();
});
