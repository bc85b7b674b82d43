/** What the records of a domain say. Pure but for the resolver that is handed in. */
import type { WhiteLabel } from '../../../shared/contract/identity/whiteLabel.ts';
import type { Dns } from '../../net/dns.ts';

export const recordOf = (domain: string, token: string) => ({
  name: `_wayside.${domain}`,
  value: `wayside-domain=${token}`,
});

type Verdict = Pick<WhiteLabel, 'domain_state' | 'domain_problem' | 'domain_points_here'>;
const failed = (domain_problem: WhiteLabel['domain_problem']): Verdict => ({
  ...{ domain_state: 'failed', domain_problem, domain_points_here: null },
});
const plain = (name: string) => name.toLowerCase().replace(/\.$/, '');

/** The TXT record proves whose the domain is; where it leads is told beside that and decides nothing. */
export async function checkDomain(
  dns: Dns,
  { domain, token, target }: { domain: string; token: string; target: string },
): Promise<Verdict> {
  const { name, value } = recordOf(domain, token);
  const found = await dns.txt(name).catch(() => null);
  if (found === null) return failed('no_answer');
  const targets = await dns.cname(domain).catch(() => null);
  const domain_points_here = targets && targets.some(each => plain(each) === plain(target));
  if (found.includes(value)) return { domain_state: 'verified', domain_problem: null, domain_points_here };
  return { ...failed(found.length === 0 ? 'no_record' : 'other_record'), domain_points_here };
}
