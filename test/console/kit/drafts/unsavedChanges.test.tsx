import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import {
  confirmUnsavedChanges,
  discardAndLeave,
  markSaved,
  onSettled,
  unsavedChangesStore,
  useUnsavedChangesPrompt,
} from '../../../../console/kit/unsavedChanges.ts';

afterEach(cleanup);

function Form({ name }: { name: string }) {
  useUnsavedChangesPrompt(true, name);
  return null;
}
const isDirty = () => unsavedChangesStore.getState().dirty;

it('a dialog that is saved leaves what was typed on the page beneath it unsaved', () => {
  const settled = vi.fn();
  const stop = onSettled(settled);
  const leave = vi.fn();
  render(
    <>
      <Form name="devices/1" />
      <Form name="devices/1/rename" />
    </>,
  );
  markSaved('devices/1/rename');
  expect(isDirty()).toBe(true);
  confirmUnsavedChanges(leave);
  expect(leave).not.toHaveBeenCalled();
  markSaved('devices/1');
  expect([isDirty(), leave.mock.calls.length, settled.mock.calls]).toEqual([
    false,
    1,
    [['devices/1/rename'], ['devices/1']],
  ]);
  stop();
});

it('leaving a page throws all of it away, and a form that goes takes only its own mark along', () => {
  const page = render(<Form name="devices/1" />);
  const dialog = render(<Form name="devices/1/rename" />);
  dialog.unmount();
  expect(isDirty()).toBe(true);
  const leave = vi.fn();
  confirmUnsavedChanges(leave);
  discardAndLeave();
  expect([isDirty(), leave.mock.calls.length]).toEqual([false, 1]);
  page.unmount();
});
