/** What a partner still needs before it may bid. Pure. */
import type { Partner } from '../../../shared/contract/programmatic/partner.ts';

export interface PartnerFacts {
  kind: Partner['kind'];
  last_test: Partner['last_test'];
  auth: Partner['auth'];
  mapped: number;
}
export type Missing = 'test' | 'mapping' | 'credentials';

/** The mock is this server itself: it needs neither a test nor credentials. */
export function missingOf({ kind, last_test, auth, mapped }: PartnerFacts): Missing[] {
  const isMock = kind === 'mock';
  const missing: [Missing, boolean][] = [
    ['test', !isMock && last_test?.passed !== true],
    ['mapping', mapped === 0],
    ['credentials', !isMock && auth.type !== 'none' && auth.last4 === null],
  ];
  return missing.flatMap(([what, lacks]) => (lacks ? [what] : []));
}
