import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { afterEach, expect, it } from 'vitest';
import { conditionsOf, partsOf } from '../../../../console/kit/fields/inputs/conditions/conditions.ts';
import { condition, type Condition } from '../../../../shared/contract/playout/schedule.ts';
import { openForm } from '../../../support/console/form.tsx';

afterEach(cleanup);

const open = (value: readonly Condition[], staleMin: number | null) =>
  openForm({
    fields: [
      {
        name: 'name',
        input: { as: 'conditions', useStaleMin: () => staleMin, WhenOff: () => <p>No weather</p> },
      },
    ],
    schema: z.object({ name: z.array(condition) }),
    initial: { name: value },
  });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));

it('who is in the car is chosen by words, and comes in one order', async () => {
  const { sent } = await open([], null);
  fireEvent.click(await screen.findByLabelText('Parked'));
  fireEvent.click(screen.getByLabelText('With a rider'));
  expect(screen.getByText('No weather')).toBeTruthy();
  expect(screen.queryByLabelText('Rain')).toBeNull();
  send();
  await waitFor(() => expect(sent).toEqual([{ name: [{ on: 'ride', is: ['riding', 'parked'] }] }]));
});

it('says when the weather counts as unknown, and refuses a range that is upside down', async () => {
  const { sent } = await open([{ on: 'sky', is: ['rain'] }], 90);
  expect(await screen.findByText(/older than 90 minutes/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('At least (°C)'), { target: { value: '20' } });
  fireEvent.change(screen.getByLabelText('At most (°C)'), { target: { value: '10' } });
  send();
  expect(await screen.findByText(/minimum|above/i)).toBeTruthy();
  expect(sent).toEqual([]);
});

it('what the weather must be can be taken back where there is no weather any more', async () => {
  const { sent } = await open([{ on: 'sky', is: ['rain'] }], null);
  fireEvent.click(await screen.findByLabelText('Rain'));
  send();
  await waitFor(() => expect(sent).toEqual([{ name: [] }]));
});

it('parts and conditions are the same value', () => {
  const all: Condition[] = [
    { on: 'sky', is: ['clear', 'snow'] },
    { on: 'temperature', min: null, max: 4 },
    { on: 'wind', min: 30 },
    { on: 'ride', is: ['empty'] },
  ];
  expect(conditionsOf(partsOf(all))).toEqual(all);
  expect(conditionsOf(partsOf([]))).toEqual([]);
});
