import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { FormPanel } from '../../../../console/kit/screens/form/FormPanel.tsx';
import { ApiError } from '../../../../shared/net/apiError.ts';
import { openForm, openPart } from '../../../support/console/form.tsx';

afterEach(cleanup);

const NAMES = ['name', 'address', 'hours', 'external_id'];
const word = z.string().check(z.minLength(1));
const formOf = (names: readonly string[]) => ({
  fields: names.map(name => ({ name, input: { as: 'text' } as const })),
  schema: z.object(Object.fromEntries(names.map(name => [name, word]))),
});
const blankOf = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, '']));
const open = (names: readonly string[], language?: string) =>
  openForm({ ...formOf(names), initial: blankOf(names), language });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const heading = () => screen.findByRole('alert');
const lines = (alert: HTMLElement) => within(alert.parentElement!).getAllByRole('button');

it('lists on top what is wrong where that is more than three fields, and leads to each', async () => {
  await open(NAMES);
  press('Send');
  const alert = await heading();
  expect(alert.textContent).toBe('4 fields need another look');
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  const problem = document.getElementById(
    screen.getByLabelText('Opening hours').getAttribute('aria-describedby')!,
  )!;
  expect(lines(alert).map(line => line.textContent)).toContain(`Opening hours ${problem.textContent}`);
  fireEvent.click(lines(alert)[2]!);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Opening hours')));
});

it('loses a line with each field that is right, and goes with the last', async () => {
  const { sent } = await open(NAMES);
  press('Send');
  await heading();
  const fill = (label: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: 'x' } });
  ['Name', 'Address', 'Opening hours'].forEach(fill);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('1 field needs another look'));
  fill('External ID');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  press('Send');
  await waitFor(() => expect(sent).toHaveLength(1));
});

it('lists nothing where three are wrong: they are seen at once', async () => {
  await open(NAMES.slice(1));
  press('Send');
  await waitFor(() => expect(screen.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true'));
  await new Promise(resolve => setTimeout(resolve, 100));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('speaks Chinese', async () => {
  await open(NAMES, 'zh');
  press('Send');
  expect((await heading()).textContent).toBe('有 4 个字段需要更正');
});

/** The server finds all of them wrong, and names them in an order of its own. */
const details = Object.fromEntries(NAMES.toReversed().map(name => [name, ['Nothing has changed']]));
const refusal = new ApiError('VALIDATION', 'Refused', { status: 422, details });
const openSteps = () =>
  openPart(
    <FormPanel
      resource="locations"
      form={{
        ...formOf(NAMES),
        steps: [
          { name: 'fields', fields: NAMES.slice(0, 2) },
          { name: 'values', fields: NAMES.slice(2) },
        ],
      }}
      initial={{ ...blankOf(NAMES), name: 'x', address: 'x', hours: 'x', external_id: 'x' }}
      submitLabel="Send"
      isNew
      submit={() => Promise.reject(refusal)}
    />,
    {},
  );

it('lists what the server refused, and leads to a field of another step', async () => {
  await openSteps();
  press('Continue');
  await screen.findByLabelText('External ID');
  press('Send');
  const alert = await heading();
  expect(alert.textContent).toBe('4 fields need another look');
  expect(screen.queryByLabelText('External ID')).toBeNull();
  fireEvent.click(lines(alert)[3]!);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('External ID')));
});

it('goes to the upmost of the fields that the server refused', async () => {
  await openPart(
    <FormPanel
      resource="locations"
      form={formOf(NAMES)}
      initial={{ name: 'x', address: 'x', hours: 'x', external_id: 'x' }}
      submitLabel="Send"
      isNew
      submit={() => Promise.reject(refusal)}
    />,
    {},
  );
  await screen.findByRole('button', { name: 'Send' });
  press('Send');
  await heading();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

const openWith = (submit: (values: Record<string, unknown>) => Promise<void>) =>
  openPart(
    <FormPanel
      resource="locations"
      form={formOf(NAMES)}
      initial={{ name: 'x', address: 'x', hours: 'x', external_id: 'x' }}
      submitLabel="Send"
      isNew
      submit={submit}
    />,
    {},
  );
const type = (label: string, value: string) => {
  const input = screen.getByLabelText(label);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};
const LABELS = ['Name', 'Address', 'Opening hours', 'External ID'];
/** One field that is wrong is marked, and nothing stands on top. */
async function oneIsSeenBesideItself() {
  type('Address', '');
  await waitFor(() => expect(screen.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true'));
  await new Promise(resolve => setTimeout(resolve, 100));
  expect(screen.queryByRole('alert')).toBeNull();
}

it('stays away once all was right: one field that goes wrong later is seen beside itself', async () => {
  await open(NAMES);
  press('Send');
  await heading();
  for (const label of LABELS) type(label, 'x');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await oneIsSeenBesideItself();
});

it('is gone after what was typed is discarded', async () => {
  await openWith(() => Promise.resolve());
  await screen.findByRole('button', { name: 'Send' });
  for (const label of LABELS) type(label, '');
  press('Send');
  await heading();
  press('Discard changes');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await oneIsSeenBesideItself();
});

it('counts a field once, however many of its parts the server refused', async () => {
  const details = Object.fromEntries(
    Array.from({ length: 5 }, (_, i) => [`hours.${i}.from`, ['Nothing has changed']]),
  );
  await openWith(() => Promise.reject(new ApiError('VALIDATION', 'Refused', { status: 422, details })));
  await screen.findByRole('button', { name: 'Send' });
  press('Send');
  await waitFor(() =>
    expect(screen.getByLabelText('Opening hours').getAttribute('aria-invalid')).toBe('true'),
  );
  await new Promise(resolve => setTimeout(resolve, 100));
  expect(screen.queryByRole('alert')).toBeNull();
});
