/** What stands at a field that was refused: never a generic text of the schema library. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import * as z from 'zod/mini';
import { afterEach, expect, it } from 'vitest';
import type { Input } from '../../../../console/kit/resource/form.ts';
import { blankValue } from '../../../../console/kit/resource/form.ts';
import { LAZY_BLANKS } from '../../../../console/kit/fields/inputs/lazyInput.ts';
import { devices } from '../../../../shared/contract/fleet/device.ts';
import { id, instant } from '../../../../shared/contract/wire/wire.ts';
import { listOf } from '../../../support/console/console.tsx';
import { openForm } from '../../../support/console/form.tsx';
import { formCalls } from '../../../support/console/forms.ts';
import { rulesOf } from '../../../support/console/rules.ts';

afterEach(cleanup);
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));
const GENERIC = /Invalid input|输入无效|Expected \w+, received/;
const answers = { 'GET /api/devices': () => listOf([]) } as never;

it('names what a row lacks at its field, and beneath the rows only which one it is', async () => {
  const input: Input = {
    as: 'rows',
    of: 'point',
    fields: [
      { name: 'address', input: { as: 'pick', of: devices } },
      { name: 'radius_m', input: { as: 'number' } },
    ],
  };
  await openForm({
    fields: [{ name: 'name', input }],
    schema: z.object({ name: z.array(z.object({ address: id, radius_m: z.int() })) }),
    initial: {
      name: [
        { address: '0'.repeat(8) + '-0000-0000-0000-' + '0'.repeat(12), radius_m: 1 },
        { address: '', radius_m: 1 },
      ],
    },
    answers,
  });
  await screen.findAllByRole('listitem');
  send();
  const second = within(screen.getByRole('listitem', { name: 'Point 2' }));
  await second.findByText('Choose from the list.');
  expect(screen.getByText('See point 2.')).toBeTruthy();
  expect(screen.getAllByText('Choose from the list.')).toHaveLength(1);
  expect(document.body.textContent).not.toMatch(GENERIC);
});

/** What the schema library itself says of each kind of value. */
const REFUSALS: readonly [string, z.ZodMiniType][] = [
  ['a pattern', id],
  ['a moment', instant],
  ['another type', z.int()],
  ['none of several', z.union([z.literal('a'), z.literal('b')])],
];
const KINDS = ['text', 'number', 'select', 'pick', ...Object.keys(LAZY_BLANKS)] as const;
it.each(['en', 'zh'])('says in %s what each kind of input expects', async language => {
  for (const [, schema] of REFUSALS) {
    const fields = KINDS.filter(
      kind => !['fences', 'point', 'conditions', 'choice', 'file', 'rules'].includes(kind),
    ).map((as, i) => ({
      name: `field${i}`,
      input: {
        ...{ as, of: as === 'code' ? 'zone' : devices, options: ['a'], fields: [], currency: 'EUR' },
        ...{ scale: 'share', unit: 's' },
      } as unknown as Input,
    }));
    await openForm({
      fields,
      schema: z.object(Object.fromEntries(fields.map(({ name }) => [name, schema]))),
      initial: Object.fromEntries(fields.map(field => [field.name, blankValue(field)])),
      answers,
      language,
    });
    send();
    await waitFor(() => expect(document.querySelectorAll('[id$=-error]').length).toBeGreaterThan(5));
    expect(document.body.textContent).not.toMatch(GENERIC);
    cleanup();
  }
});

it('is said in words of its own by each pattern of a field that one types freely', async () => {
  const vague = (await formCalls()).flatMap(({ name, schema, texts = [] }) =>
    rulesOf(schema)
      .filter(({ isVague, path }) => isVague && texts.some(field => path === `.${field}`))
      .map(({ path }) => `${name}${path}`),
  );
  expect(vague).toEqual([]);
});
