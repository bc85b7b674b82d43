import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { afterEach, describe, expect, it } from 'vitest';
import type { LazyInput } from '../../../../console/kit/fields/inputs/lazyInput.ts';
import { instant } from '../../../../shared/contract/wire/wire.ts';
import { openForm } from '../../../support/console/form.tsx';

afterEach(cleanup);

const whole = z.nullable(z.int());
async function open(input: LazyInput, value: unknown, schema: z.ZodMiniType = whole, more: object = {}) {
  const form = await openForm({
    fields: [{ name: 'name', input }],
    schema: z.object({ name: schema, currency: z.optional(z.string()) }),
    initial: { name: value, ...more },
  });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const leave = (text: string) => {
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: text } });
    fireEvent.blur(field);
  };
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  return { ...form, field, leave, send };
}
const described = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent ?? '')
    .join(' ');

describe('a typed value', () => {
  it('is kept as typed until it is left, then written anew, and sent as what it means', async () => {
    const { field, leave, send, sent } = await open({ as: 'money', currency: 'EUR' }, 50);
    expect(field.value).toBe('0.50');
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: '1.234,5' } });
    expect(field.value).toBe('1.234,5');
    leave('1.234,5');
    expect(field.value).toBe('1,234.50');
    expect(described(field)).toContain('€1,234.50');
    send();
    await waitFor(() => expect(sent).toEqual([{ name: 123_450 }]));
  });

  it('that means nothing stays in the field, is refused in one clear sentence and is not sent', async () => {
    const { field, leave, send, sent } = await open({ as: 'money', currency: 'EUR' }, null);
    leave('12.345');
    expect(field.value).toBe('12.345');
    await screen.findByText('At most 2 decimal places.');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(described(field)).toContain('At most 2 decimal places.');
    send();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.queryByText('Invalid input')).toBeNull();
    expect(sent).toEqual([]);
    leave('12.34');
    expect(screen.queryByText('At most 2 decimal places.')).toBeNull();
  });

  it('means null where it is empty and may be', async () => {
    const { leave, send, sent } = await open({ as: 'percent', scale: 'basis', nullable: true }, 1_250);
    leave('');
    send();
    await waitFor(() => expect(sent).toEqual([{ name: null }]));
  });

  it('says nothing of an error while it is being typed', async () => {
    const { field } = await open({ as: 'duration', unit: 'ms' }, 90_000);
    expect(field.value).toBe('1:30');
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: '1:' } });
    expect(screen.queryByText(/Enter a duration/)).toBeNull();
    fireEvent.blur(field);
    await screen.findByText(/Enter a duration/);
  });
});

describe('an amount', () => {
  it('follows the currency of another field', async () => {
    const form = await openForm({
      fields: [
        { name: 'address', input: { as: 'text' } },
        { name: 'name', input: { as: 'money', currency: { field: 'address' } } },
      ],
      schema: z.object({ name: whole, address: z.string() }),
      initial: { name: 1_250, address: 'EUR' },
    });
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(field.value).toBe('12.50');
    fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), { target: { value: 'JPY' } });
    await waitFor(() => expect(field.value).toBe('1,250'));
    expect(form.sent).toEqual([]);
  });
});

describe('a day', () => {
  it('may not lie before that of another field', async () => {
    await openForm({
      fields: [
        { name: 'address', input: { as: 'date' } },
        { name: 'name', input: { as: 'date', notBefore: 'address' } },
      ],
      schema: z.object({ name: z.string(), address: z.string() }),
      initial: { address: '2026-01-05', name: '2026-01-09' },
    });
    const first = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' });
    expect(first.value).toBe('5 Jan 2026');
    fireEvent.focus(first);
    fireEvent.change(first, { target: { value: '2026-01-10' } });
    fireEvent.blur(first);
    await screen.findByText('Not before 10 Jan 2026.');
  });

  it('can be picked in the calendar of the browser', async () => {
    const { field, send, sent } = await open({ as: 'date' }, '2026-01-05', z.string());
    const calendar = field.parentElement!.querySelector<HTMLInputElement>('input[type=date]')!;
    expect(calendar.value).toBe('2026-01-05');
    fireEvent.change(calendar, { target: { value: '2026-02-28' } });
    expect(field.value).toBe('28 Feb 2026');
    send();
    await waitFor(() => expect(sent).toEqual([{ name: '2026-02-28' }]));
  });
});

describe('a moment', () => {
  const zoned = { as: 'dateTime', zone: 'Europe/Lisbon' } as const;
  it('is shown by the clocks of its zone, and sent in UTC', async () => {
    const { field, leave, send, sent } = await open(zoned, '2026-07-05T13:30:00.000Z', instant);
    expect(field.value).toBe('5 Jul 2026, 14:30');
    expect(described(field)).toContain('Time in Europe/Lisbon');
    leave('2026-07-06 00:15');
    send();
    await waitFor(() => expect(sent).toEqual([{ name: '2026-07-05T23:15:00.000Z' }]));
  });

  it('that the clocks skip is refused and named the next, and the first of two is said to be meant', async () => {
    const { field, leave, send, sent } = await open(zoned, '2026-07-05T13:30:00.000Z', instant);
    leave('29 Mar 2026, 1:30');
    await screen.findByText(/01:30 does not exist that day in Europe\/Lisbon.*29 Mar 2026, 02:00/);
    expect(field.value).toBe('29 Mar 2026, 1:30');
    send();
    /** A form that is still being checked takes no second press. */
    await waitFor(() => expect(document.activeElement).toBe(field));
    leave('25 Oct 2026, 1:30');
    await waitFor(() => expect(described(field)).toContain('twice that night'));
    send();
    await waitFor(() => expect(sent).toEqual([{ name: '2026-10-25T00:30:00.000Z' }]));
  });
});
