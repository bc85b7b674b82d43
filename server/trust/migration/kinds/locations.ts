import { dateOf } from '../../../../shared/clock.ts';
import { locationFields } from '../../../../shared/contract/fleet/location.ts';
import * as z from 'zod/mini';
import { refreshSets } from '../../../alerts/screens/versions.ts';
import { locations } from '../../../db/schema.ts';
import type { Importer } from './importer.ts';

const { address, external_id, hours: _hours, venue: _venue, ...needed } = locationFields.shape;
export const locationImporter: Importer = {
  kind: 'locations',
  table: locations,
  schema: z.strictObject({
    ...needed,
    address: z.optional(address),
    external_id: z.optional(external_id),
  }),
  keys: { external_id: locations.external_id, name: locations.name },
  prepare(_ctx, lines) {
    for (const line of lines) {
      const { id: _id, ...columns } = line.values;
      line.columns = columns;
    }
  },
  defaults: () => ({}),
  settle: ctx => refreshSets(ctx),
  removed: ctx => ({ deleted_at: dateOf(ctx.now) }),
};
