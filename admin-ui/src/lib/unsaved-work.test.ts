import { expect, it } from 'vitest';
import { hasUnsavedWork, holdUnsavedWork } from './unsaved-work.ts';

it('reports unsaved work until the last holder is released', () => {
  expect(hasUnsavedWork()).toBe(false);
  const saveForm = holdUnsavedWork();
  const saveDialog = holdUnsavedWork();
  saveForm();
  saveForm();
  expect(hasUnsavedWork()).toBe(true);
  saveDialog();
  expect(hasUnsavedWork()).toBe(false);
});

it('asks each holder whether its work is still unsaved', () => {
  let isUnsaved = true;
  const release = holdUnsavedWork(() => isUnsaved);
  expect(hasUnsavedWork()).toBe(true);
  isUnsaved = false;
  expect(hasUnsavedWork()).toBe(false);
  release();
});
