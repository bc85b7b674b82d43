/** What somebody who registers agrees to: the texts that hold at that moment. */
import type { DocumentKind } from '../../../shared/policies.ts';
import type { Server } from '../../context/server.ts';
import { currentEdition } from './policies.ts';

export { noteConsents } from './consents.ts';

/** Call it before a transaction of the tenant: the texts are the platform's. */
export const editionsOf = ({ tenantTransactions, clock }: Server, kinds: readonly DocumentKind[]) =>
  tenantTransactions.acrossTenants(async tx => {
    const accepted = [];
    for (const purpose of kinds) {
      const text_version = await currentEdition(tx, purpose, clock.now());
      accepted.push({ purpose, choice: 'given' as const, text_version });
    }
    return accepted;
  });
