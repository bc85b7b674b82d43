/** A partner reaches nobody outside the area that it answers for. */
import { resolve } from '../../../shared/alerts/geocodes.ts';
import { areWithin } from '../../../shared/alerts/within.ts';
import type { Jurisdiction } from '../../../shared/contract/alerts/policeClient.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { codeTable } from '../alerts/listing.ts';
import { outOfScope } from './partners.ts';

/** A code that the jurisdiction names is its own, whatever the table says of it. */
export async function requireWithin(
  ctx: TransactionContext,
  jurisdiction: Jurisdiction,
  asked: Jurisdiction,
): Promise<void> {
  const { areas, geocodes } = jurisdiction;
  const table = await codeTable(ctx);
  const own = [...areas, ...resolve(geocodes, table).areas];
  const isNamed = ({ name, value }: { name: string; value: string }) =>
    geocodes.some(
      one => one.name.toLowerCase() === name.toLowerCase() && one.value.toLowerCase() === value.toLowerCase(),
    );
  const codesOut = asked.geocodes.filter(code => {
    if (isNamed(code)) return false;
    const { areas: places, tags, unresolved } = resolve([code], table);
    return unresolved.length > 0 || tags.length > 0 || !areWithin(places, own);
  });
  if (codesOut.length > 0 || !areWithin(asked.areas, own))
    throw outOfScope('jurisdiction', 'This reaches outside the jurisdiction of this partner.', {
      geocodes: codesOut,
    });
}
