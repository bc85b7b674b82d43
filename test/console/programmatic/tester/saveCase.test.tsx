import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { SaveCase } from '../../../../console/programmatic/tester/cases/SaveCase.tsx';
import { createToasts } from '../../../../console/kit/ui/toasts/toasts.ts';
import { ToastsProvider } from '../../../../console/kit/ui/toasts/ToastsProvider.tsx';
import { systemClock } from '../../../../shared/clock.ts';
import { json } from '../../../support/console/console.tsx';
import { openPart } from '../../../support/console/form.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const close = vi.fn();
const open = () =>
  openPart(
    <ToastsProvider toasts={createToasts(systemClock)}>
      <SaveCase request={{}} response={null} profile="generic" isValid close={close} />
    </ToastsProvider>,
    {
      answers: { 'POST /api/programmatic/openrtb/cases': () => json({}) },
      namespaces: ['openrtb'],
    },
  );
const fields = () => ['Name', 'Tags'].map(label => screen.getByLabelText<HTMLInputElement>(label));
const values = () => fields().map(({ value }) => value);
function type() {
  const [name, tags] = fields();
  fireEvent.change(name!, { target: { value: 'Taxi, night' } });
  fireEvent.change(tags!, { target: { value: 'taxi' } });
}

it('what a test case is called is still there after a reload, until it is saved', async () => {
  await open();
  type();
  cleanup();
  await open();
  expect(values()).toEqual(['Taxi, night', 'taxi']);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  cleanup();
  await open();
  expect(values()).toEqual(['', '']);
});

it('is gone where it was cancelled', async () => {
  await open();
  type();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  cleanup();
  await open();
  expect(values()).toEqual(['', '']);
});
