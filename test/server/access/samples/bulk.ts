import { BULK_CALLS, bulkBodyOf, singleKeyOf } from '../../../support/contract/bulk.ts';
import type { Make } from '../samples.ts';

/** On the row that the sample of the single call names. */
export const bulkSamples = (samples: Readonly<Record<string, Make>>): Record<string, Make> =>
  Object.fromEntries(
    Object.entries(BULK_CALLS).map(([path, action]): [string, Make] => [
      `POST ${path}/bulk`,
      given => {
        const sample = samples[singleKeyOf(path, action)]?.(given) ?? {};
        return { body: bulkBodyOf(action, sample), ...(sample.headers && { headers: sample.headers }) };
      },
    ]),
  );
