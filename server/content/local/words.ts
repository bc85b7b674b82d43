/** Words that the rules of the tenant keep off its screens, in local content. */
import type { ContentBody } from '../../../shared/contract/content/contentItem.ts';
import { refusedByContent } from '../../../shared/contract/content/refusals.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { bannedIn } from '../validation/checks.ts';
import { listRules } from '../validation/rules.ts';
import type { ContentRow } from './items.ts';

type Words = Pick<ContentBody, 'title' | 'body' | 'cta_url'> & Partial<Pick<ContentRow, 'details'>>;

/** A text of any field, in any language. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
/** Those that the rule refuses; none where it is off or only warns. */
export async function refusedWords(ctx: TransactionContext, item: Words): Promise<string[]> {
  const rule = (await listRules(ctx)).find(({ id }) => id === 'banned_words');
  if (!rule?.enabled || rule.severity !== 'fail') return [];
  return bannedIn(textsOf(item), rule.words);
}

export async function requireAllowedWords(ctx: TransactionContext, item: Words): Promise<void> {
  const words = await refusedWords(ctx, item);
  if (words.length > 0)
    throw refusedByContent('banned_words', 'Its text has words that the rules do not allow.', {
      words: words.join(', '),
    });
}
