import { BULK_CALLS, bulkBodyOf, singleKeyOf } from '../../../support/contract/bulk.ts';
import type { Make } from '../making.ts';

/** On a row of its own, as the sample of the single call makes it. */
export const bulkSamples = (samples: Readonly<Record<string, Make>>): Record<string, Make> =>
  Object.fromEntries(
    Object.entries(BULK_CALLS).map(([path, action]): [string, Make] => [
      `POST ${path}/bulk`,
      async world => {
        const single = samples[singleKeyOf(path, action)];
        if (!single) throw new Error(`${singleKeyOf(path, action)} has no sample`);
        const { params, body, version: _, ...who } = await single(world);
        return { ...who, body: bulkBodyOf(action, { ...(params && { params }), ...(body && { body }) }) };
      },
    ]),
  );
