/** Words that the rules of the tenant keep off its screens, in local content. */
import type { ContentBody } from '../../../shared/contract/content/contentItem.ts';
import { refusedByContent } from '../../../shared/contract/content/refusals.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { bannedIn } from '../validation/checks.ts';
import { listRules } from '../validation/rules.ts';
import type { ContentRow } from './items.ts';

type Words = ContentBody | Pick<ContentRow, 'title' | 'body' | 'cta_url' | 'details'>;

/** Fields that people write freely; the others are choices, times, amounts and what the server notes beside them. */
const WRITTEN = [
  ...['address', 'hours', 'category', 'venue', 'ticket_url', 'best_time', 'merchant', 'code', 'terms'],
  ...['employer', 'apply_url', 'source_name'],
];
function textsOf(item: Words): string[] {
  const details: Readonly<Record<string, unknown>> = 'details' in item ? item.details : item;
  const written = WRITTEN.map(name => details[name]).filter(value => typeof value === 'string');
  const { title, body, cta_url } = item;
  return [title.en, title.zh, body.en, body.zh, ...(cta_url === null ? [] : [cta_url]), ...written];
}
/** Those that the rule refuses by now, of each item; none where the rule is off or only warns. */
export async function wordCheck(ctx: TransactionContext): Promise<(item: Words) => string[]> {
  const rule = (await listRules(ctx)).find(({ id }) => id === 'banned_words');
  const words = rule?.enabled && rule.severity === 'fail' ? rule.words : [];
  return item => bannedIn(textsOf(item), words);
}
export const refusedWords = async (ctx: TransactionContext, item: Words): Promise<string[]> =>
  (await wordCheck(ctx))(item);

export async function requireAllowedWords(ctx: TransactionContext, item: Words): Promise<void> {
  const words = await refusedWords(ctx, item);
  if (words.length > 0)
    throw refusedByContent('banned_words', 'Its text has words that the rules do not allow.', {
      words: words.join(', '),
    });
}
