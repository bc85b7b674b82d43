/** How many impressions a play makes, by hour of the week (contract §5). */
import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { common, int, localDate, MAX_INT, name, text } from '../wire/wire.ts';

/** OpenRTB `qty.sourcetype`: unknown, a vendor who measures, the publisher, the exchange. */
export const MULTIPLIER_SOURCES = [0, 1, 2, 3] as const;
export const DAYS_A_WEEK = 7;
export const HOURS_A_DAY = 24;
export const MULTIPLIER_ONE = '1.0000';
/** Decimal text with up to eight digits before the point and four behind it. */
export const multiplier = z.string().check(
  z.regex(/^\d{1,8}(\.\d{1,4})?$/, 'A number like 14.2'),
  z.overwrite(value => {
    const [whole = '', part = ''] = value.split('.');
    return `${whole.replace(/^0+(?=\d)/, '')}.${part.padEnd(4, '0')}`;
  }),
);
const hours = z.array(multiplier).check(z.length(HOURS_A_DAY));
/** Monday first; hours by the clocks of the screen. */
const table = z.array(hours).check(z.length(DAYS_A_WEEK));
export type MultiplierTable = z.infer<typeof table>;
const domain = z.string().check(z.regex(/^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/, 'A domain like example.org'));

const editable = {
  name,
  sourcetype: int(0, 3),
  /** Domain of the one who measures; asked for where `sourcetype` is 1. */
  vendor: z.nullable(domain),
  table,
  effective_from: localDate,
  effective_to: z.nullable(localDate),
  /** The method, as it stands beside every figure of impressions. */
  note: text(0, 2_000),
};
export const multiplierModel = z.object({
  ...common,
  ...editable,
  /** The smallest and the largest of its table. */
  least: multiplier,
  most: multiplier,
  placements: int(0, MAX_INT),
});
export type MultiplierModel = z.infer<typeof multiplierModel>;

const namesVendor = z.refine<{ sourcetype: number; vendor?: string | null }>(
  ({ sourcetype, vendor }) => sourcetype !== 1 || (vendor ?? null) !== null,
  { path: ['vendor'], error: 'Required' },
);
const inOrder = z.refine<{ effective_from?: string | undefined; effective_to?: string | null | undefined }>(
  ({ effective_from, effective_to }) =>
    effective_from === undefined || !effective_to || effective_from <= effective_to,
  { path: ['effective_to'], error: 'The end lies before the start' },
);
const everyHour = () =>
  Array.from({ length: DAYS_A_WEEK }, () => Array<string>(HOURS_A_DAY).fill(MULTIPLIER_ONE));
export const multiplierModelCreate = z
  .strictObject({
    ...editable,
    vendor: z._default(editable.vendor, null),
    table: z._default(table, everyHour),
    effective_to: z._default(editable.effective_to, null),
    note: z._default(editable.note, ''),
  })
  .check(namesVendor, inOrder);
export const multiplierModelPatch = z.partial(z.strictObject(editable)).check(inOrder);

export const multiplierModels = entity({
  path: '/api/programmatic/multiplier-models',
  bulk: ['delete', 'restore'],
  area: 'programmatic',
  row: multiplierModel,
  create: multiplierModelCreate,
  patch: multiplierModelPatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'effective_from', 'created_at', 'updated_at'],
    defaultSort: 'name',
    enums: {},
  },
});
