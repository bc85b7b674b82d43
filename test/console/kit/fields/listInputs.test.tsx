import { cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import * as z from 'zod/mini';
import { afterEach, describe, expect, it } from 'vitest';
import type { LazyInput } from '../../../../console/kit/fields/inputs/lazyInput.ts';
import { devices } from '../../../../shared/contract/fleet/device.ts';
import { json, listOf } from '../../../support/console/console.tsx';
import { deviceRow } from '../../../support/console/content.ts';
import { openForm } from '../../../support/console/form.tsx';

afterEach(cleanup);

const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));
const open = async (
  input: LazyInput,
  value: unknown,
  more: { schema?: z.ZodMiniType; answers?: object } = {},
) => {
  const form = await openForm({
    fields: [{ name: 'name', input }],
    schema: z.object({ name: more.schema ?? z.any() }),
    initial: { name: value },
    ...(more.answers && { answers: more.answers as never }),
  });
  return form;
};
const sentAs = async ({ sent }: { sent: Record<string, unknown>[] }) => {
  send();
  await waitFor(() => expect(sent).toHaveLength(1));
  return sent[0]?.['name'];
};

describe('tags', () => {
  it('come by Enter, a comma and leaving the field, and go by Backspace and their button', async () => {
    const form = await open({ as: 'tags', max: 4 }, ['night']);
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    fireEvent.change(field, { target: { value: 'city' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.change(field, { target: { value: 'tram,' } });
    fireEvent.change(field, { target: { value: 'NIGHT' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText('This tag was already added.');
    fireEvent.change(field, { target: { value: '' } });
    fireEvent.keyDown(field, { key: 'Backspace' });
    fireEvent.click(screen.getByRole('button', { name: 'Remove night' }));
    fireEvent.change(field, { target: { value: 'port' } });
    fireEvent.blur(field);
    expect(await sentAs(form)).toEqual(['city', 'port']);
  });
});

describe('rows of something else', () => {
  it('are added from the search, each once, and taken out again', async () => {
    const cabs = [deviceRow(1, { name: 'Cab 1182' }), deviceRow(2, { name: 'Cab 0417' })];
    const form = await open({ as: 'relations', of: devices, max: 2 }, [cabs[0]!.id], {
      answers: {
        'GET /api/devices': () => listOf(cabs),
        ...Object.fromEntries(cabs.map(cab => [`GET /api/devices/${cab.id}`, () => json(cab)])),
      },
    });
    await screen.findByText('Cab 1182');
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Name' });
    fireEvent.click(field);
    const found = await screen.findByRole('option', { name: 'Cab 0417' });
    expect(screen.queryByRole('option', { name: 'Cab 1182' })).toBeNull();
    fireEvent.pointerDown(found);
    await screen.findByRole('button', { name: 'Remove Cab 0417' });
    expect(field.disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Remove Cab 1182' }));
    expect(await sentAs(form)).toEqual([cabs[1]!.id]);
  });
});

const ROWS: LazyInput = {
  as: 'rows',
  of: 'point',
  fields: [
    { name: 'address', input: { as: 'text' } },
    { name: 'radius_m', input: { as: 'number' } },
  ],
  max: 3,
};
const row = (address: string) => ({ address, radius_m: 30 });
describe('ordered rows', () => {
  it('are moved by buttons and by Alt with an arrow, are told, and keep the focus', async () => {
    const form = await open(ROWS, [row('a'), row('b'), row('c')]);
    fireEvent.click(await screen.findByRole('button', { name: 'Move point 1 down' }));
    expect(screen.getByText('Now point 2 of 3')).toBeTruthy();
    const last = within(screen.getByRole('listitem', { name: 'Point 3' })).getByRole<HTMLInputElement>(
      'textbox',
      {
        name: 'Address',
      },
    );
    last.focus();
    fireEvent.keyDown(last, { key: 'ArrowUp', altKey: true });
    fireEvent.keyDown(last, { key: 'ArrowUp', altKey: true });
    fireEvent.keyDown(last, { key: 'ArrowUp', altKey: true });
    expect(document.activeElement).toBe(last);
    expect(await sentAs(form)).toEqual([row('c'), row('b'), row('a')]);
  });

  it('are added to their most, filled in, and taken out', async () => {
    const form = await open(ROWS, [row('a'), row('b')]);
    const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add a point' });
    fireEvent.click(add);
    expect(add.disabled).toBe(true);
    expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: 'Address' })[2]);
    fireEvent.change(document.activeElement!, { target: { value: 'new' } });
    fireEvent.click(screen.getByRole('button', { name: 'Remove point 1' }));
    expect(add.disabled).toBe(false);
    expect(await sentAs(form)).toEqual([row('b'), { address: 'new', radius_m: undefined }]);
  });

  it('show what the schema says at the field of the row', async () => {
    const schema = z.array(
      z.object({ address: z.string(), radius_m: z.int().check(z.minimum(25, 'Must be at least 25')) }),
    );
    const { sent } = await open(ROWS, [row('a'), { address: 'b', radius_m: 3 }], { schema });
    await screen.findByRole('button', { name: 'Add a point' });
    send();
    const second = within(screen.getByRole('listitem', { name: 'Point 2' }));
    await waitFor(() =>
      expect(second.getByRole('textbox', { name: /Radius/ }).getAttribute('aria-invalid')).toBe('true'),
    );
    expect(second.getByText(/25/)).toBeTruthy();
    expect(sent).toEqual([]);
  });
});

describe('rules', () => {
  it('are built of the vocabulary alone', async () => {
    const form = await open(
      {
        as: 'rules',
        vocabulary: {
          address: { operators: ['is', 'contains'], value: { as: 'text' } },
          radius_m: { operators: ['at_least'], value: { as: 'number', unit: 'm' } },
        },
      },
      [],
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Add a rule' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Field of rule 1' }), {
      target: { value: 'radius_m' },
    });
    const value = screen.getByRole<HTMLInputElement>('textbox', { name: 'Value of rule 1' });
    fireEvent.change(value, { target: { value: 'far' } });
    await screen.findByText('Enter a number.');
    fireEvent.change(value, { target: { value: '400,5' } });
    expect(value.value).toBe('400,5');
    expect(screen.queryByText('Enter a number.')).toBeNull();
    expect(await sentAs(form)).toEqual([{ field: 'radius_m', operator: 'at_least', value: 400.5 }]);
  });
});

describe('a text in two languages', () => {
  it('is missing only where both are empty', async () => {
    const form = await open({ as: 'bilingual', isRequired: true }, { en: '', zh: '' });
    const [en, zh] = [await screen.findByLabelText('English'), screen.getByLabelText(/Chinese/)];
    fireEvent.blur(en);
    await screen.findByText('Fill in at least one language.');
    fireEvent.change(zh, { target: { value: '门' } });
    expect(screen.queryByText('Fill in at least one language.')).toBeNull();
    expect([en.lang, zh.lang]).toEqual(['en', 'zh']);
    expect(await sentAs(form)).toEqual({ en: '', zh: '门' });
  });
});

describe('a place', () => {
  it('takes a pasted pair, draws its circle, and says what is out of bounds', async () => {
    const form = await open({ as: 'point', min: 25 }, undefined);
    const lat = await screen.findByLabelText<HTMLInputElement>('Latitude');
    const radius = screen.getByLabelText('Radius in metres');
    const paste = createEvent.paste(lat, { clipboardData: { getData: () => '38.7, -9.1' } });
    fireEvent(lat, paste);
    expect(paste.defaultPrevented).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Longitude').value).toBe('-9.1');
    fireEvent.change(radius, { target: { value: '24' } });
    await screen.findByText('Radius must be between 25 and 50,000 metres.');
    fireEvent.change(radius, { target: { value: '400' } });
    expect(await screen.findByLabelText('400 m around 38.7, -9.1')).toBeTruthy();
    fireEvent.focus(lat);
    fireEvent.change(lat, { target: { value: '38.8, -9.2' } });
    fireEvent.blur(lat);
    expect(await sentAs(form)).toEqual({ lat: 38.8, lng: -9.2, radius_m: 400 });
  });
});

describe('a file', () => {
  it('is refused by type and size with its name, drawn when it is taken, and can be taken out', async () => {
    URL.createObjectURL = () => 'blob:picture';
    URL.revokeObjectURL = () => undefined;
    const { sent } = await open({ as: 'file', types: ['image/png'], maxBytes: 4, nullable: true }, null);
    const native = await screen.findByLabelText('Choose a file', { selector: 'input' });
    const choose = (file: File) => fireEvent.change(native, { target: { files: [file] } });
    choose(new File(['a'], 'a.gif', { type: 'image/gif' }));
    await screen.findByText('a.gif is not a supported type. Use PNG.');
    choose(new File(['abcde'], 'a.png', { type: 'image/png' }));
    await screen.findByText(/^a\.png is larger than/);
    const fine = new File(['abcd'], 'b.png', { type: 'image/png' });
    choose(fine);
    expect((await screen.findByRole<HTMLImageElement>('img', { name: 'Preview of b.png' })).src).toBe(
      'blob:picture',
    );
    send();
    await waitFor(() => expect(sent[0]?.['name']).toBe(fine));
    fireEvent.click(screen.getByRole('button', { name: 'Remove the file' }));
    expect(screen.queryByRole('img')).toBeNull();
  });
});

describe('days and hours', () => {
  const cell = (name: RegExp) => screen.getByRole('gridcell', { name });
  it('are painted by the keyboard', async () => {
    const form = await open({ as: 'dayparts' }, []);
    const grid = await screen.findByRole('grid');
    cell(/^Mon 08:00/).focus();
    fireEvent.keyDown(grid, { key: ' ' });
    fireEvent.keyDown(grid, { key: 'ArrowRight', shiftKey: true });
    fireEvent.keyDown(grid, { key: 'ArrowDown', shiftKey: true });
    expect(document.activeElement).toBe(cell(/^Tue 09:00, selected/));
    fireEvent.keyDown(grid, { key: 'End' });
    fireEvent.keyDown(grid, { key: 'Enter' });
    expect(await sentAs(form)).toEqual([
      { days: [1], start: '08:00', end: '10:00' },
      { days: [2], start: '09:00', end: '10:00' },
      { days: [2], start: '23:00', end: '00:00' },
    ]);
  });

  it('are typed to five minutes, over midnight too, and the grid shows them', async () => {
    const form = await open({ as: 'dayparts' }, [{ days: [5], start: '22:00', end: '02:00' }]);
    await screen.findByRole('grid');
    expect(cell(/^Sat 01:00, selected/)).toBeTruthy();
    const end = screen.getByRole('textbox', { name: 'To, hours 1' });
    const type = (text: string) => {
      fireEvent.change(end, { target: { value: text } });
      fireEvent.blur(end);
    };
    type('2.31');
    await screen.findByText('Use steps of five minutes.');
    type('2:35');
    expect(screen.queryByText('Use steps of five minutes.')).toBeNull();
    expect(cell(/^Sat 02:00, partly/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Sat' }));
    fireEvent.click(screen.getByRole('button', { name: 'Fri' }));
    expect(await sentAs(form)).toEqual([{ days: [6], start: '22:00', end: '02:35' }]);
  });
});
