/** Where a scan leads. Pure. */
import { TEMPLATE_FIELDS, type QrRule } from '../../../shared/contract/playout/rules/qrRule.ts';

type Rule = Pick<QrRule, 'url_template' | 'utm_source' | 'utm_medium' | 'utm_campaign'>;
interface Scanned {
  code: string;
  creative_id: string;
  /** Where the creative itself leads. */
  own: string;
}
const UTM = ['utm_source', 'utm_medium', 'utm_campaign'] as const;

/** What the address says of itself already stays as it is. */
export function targetOf(rule: Rule, { code, creative_id, own }: Scanned): string {
  const values: Record<(typeof TEMPLATE_FIELDS)[number], string> = { code, creative: creative_id };
  const filled = TEMPLATE_FIELDS.reduce(
    (address, field) => address.replaceAll(`{${field}}`, encodeURIComponent(values[field])),
    rule.url_template ?? own,
  );
  const url = new URL(filled);
  for (const name of UTM)
    if (rule[name] !== '' && !url.searchParams.has(name)) url.searchParams.set(name, rule[name]);
  return url.href;
}
