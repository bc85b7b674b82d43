import * as z from 'zod/mini';
import {
  placement,
  PLACEMENT_MEDIA,
  placementCreate,
  placementPatch,
  placements,
  spotLength,
  spotLengths,
} from '../../../shared/contract/programmatic/placement.ts';
import { venueNumber } from '../../../shared/contract/programmatic/venue.ts';
import { multiplierModels } from '../../../shared/contract/programmatic/multiplierModel.ts';
import { PLAY_ZONES } from '../../../shared/contract/proof/play.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { deviceRelation, listingRelation } from '../relations.ts';
import { MediaCell } from './MediaCell.tsx';
import { MappingHead } from './MappingHead.tsx';

const venue = venueNumber;
const secondsOf = (typed: string | number) => (/^\d{1,3}$/.test(String(typed)) ? Number(typed) : typed);
const lengths = spotLengths(
  z.pipe(
    z.transform((typed: string) => secondsOf(typed) as number),
    spotLength,
  ),
);
const { venue_ids: _v, spot_len_s: _l, ...patched } = placementPatch.shape;
/** The venue stands as its number in OpenOOH 1.1; the server knows the others. */
const changeSchema = z.partial(z.strictObject({ ...patched, venue, lengths }));
const { venue_ids: _cv, spot_len_s: _cl, ...made } = placementCreate.shape;
const createSchema = z.strictObject({ ...made, venue: z.nullable(venue), lengths });
/** Lengths are text while they are typed, and numbers once they are checked. */
type Typed = Omit<Partial<z.input<typeof changeSchema>>, 'lengths' | 'venue'> & {
  venue?: string | null | undefined;
  lengths?: readonly (string | number)[] | undefined;
};
const bodyOf = ({ venue: number, lengths: seconds, ...rest }: Typed) => ({
  ...rest,
  ...((number ?? null) !== null && { venue_ids: { openooh_1_1: number, openooh_1_2: null, dmi: null } }),
  ...(seconds && { spot_len_s: seconds.map(secondsOf) }),
});

const SIZE = [
  { name: 'w', input: { as: 'number' } },
  { name: 'h', input: { as: 'number' } },
  { name: 'media', input: { as: 'choices', options: PLACEMENT_MEDIA } },
  { name: 'lengths', input: { as: 'tags', max: 10, maxLength: 3 }, hint: true },
] as const;
const VENUE = { name: 'venue', input: { as: 'text', max: 8 }, hint: true } as const;
const MODEL = {
  name: 'multiplier_model_id',
  input: { as: 'pick', of: multiplierModels, nullable: true },
  hint: true,
} as const;
const MORE = [
  { name: 'mimes', input: { as: 'tags', maxLength: 50 } },
  { name: 'ppi', input: { as: 'number', nullable: true } },
  { name: 'allow_audio', input: { as: 'check' } },
  { name: 'boxing_allowed', input: { as: 'check' }, hint: true },
  { name: 'movable', input: { as: 'check' }, hint: true },
  { name: 'listing_id', input: { as: 'pick', of: listingRelation, nullable: true }, hint: true },
] as const;

export default defineResource({
  name: 'programmaticPlacements',
  entity: placements,
  row: placement,
  pages: ['placements'],
  opensIn: 'sheet',
  label: row => row.name,
  stripe: row => (row.is_gone ? 'danger' : row.mapped === 0 ? 'warn' : 'ok'),
  summary: MappingHead,
  columns: [
    { key: 'device_name', as: 'text' },
    { key: 'zone', as: 'word', from: 'sm' },
    { key: 'w', as: 'number', alignEnd: true, from: 'md' },
    { key: 'h', as: 'number', alignEnd: true, from: 'md' },
    { key: 'media', cell: MediaCell, exportValue: row => row.media.join(', '), from: 'lg' },
    { key: 'model_name', as: 'text', from: 'lg' },
    { key: 'mapped', as: 'number', alignEnd: true },
  ],
  exportKeys: ['id', 'device_id'],
  filters: ['zone'],
  facts: [
    { key: 'zone', as: 'word' },
    { key: 'is_gone', as: 'flag' },
    { key: 'mapped', as: 'number' },
    { key: 'created_at', as: 'time' },
  ],
  form: {
    schema: changeSchema,
    from: row => ({
      ...{ w: row.w, h: row.h, media: row.media, lengths: row.spot_len_s.map(String) },
      ...{ venue: row.venue_ids.openooh_1_1, multiplier_model_id: row.multiplier_model_id },
      ...{ mimes: row.mimes, ppi: row.ppi, allow_audio: row.allow_audio },
      ...{ boxing_allowed: row.boxing_allowed, movable: row.movable, listing_id: row.listing_id },
    }),
    body: changed => bodyOf(changed),
    fields: [...SIZE, VENUE, MODEL, ...MORE],
  },
  createForm: {
    schema: createSchema,
    fields: [
      { name: 'device_id', input: { as: 'pick', of: deviceRelation } },
      { name: 'zone', input: { as: 'select', options: PLAY_ZONES } },
      ...SIZE,
      { ...VENUE, input: { ...VENUE.input, nullable: true } },
      MODEL,
    ],
    initialValues: {
      ...{ zone: 'full', media: ['banner', 'video'], lengths: ['10', '15'], venue: null },
      multiplier_model_id: null,
    },
    body: bodyOf,
  },
});
