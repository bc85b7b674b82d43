/** The rules of a tenant: the product's own, with what it has changed. */
import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { dateOf } from '../../../shared/clock.ts';
import {
  RULE_DEFAULTS,
  RULE_KEYS,
  type RuleKey,
  type validationRulePatch,
  type ValidationRule,
} from '../../../shared/contract/content/validation.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { requireVersion } from '../../db/rows.ts';
import { validationRules } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { recheckAll } from './recheck.ts';

const FIRST_VERSION = 1;

export async function listRules({ tx, tenant_id }: TransactionContext): Promise<ValidationRule[]> {
  const rows = await tx.select().from(validationRules).where(eq(validationRules.tenant_id, tenant_id));
  const changed = new Map(rows.map(row => [row.key, row]));
  return RULE_KEYS.map(id => {
    const row = changed.get(id);
    if (row === undefined) return { id, ...RULE_DEFAULTS[id], version: FIRST_VERSION };
    const { severity, enabled, most, words, version } = row;
    return { id, severity, enabled, limit: most, words, version };
  });
}

interface Change {
  id: RuleKey;
  expected: number;
  patch: z.infer<typeof validationRulePatch>;
}
/** Everything is checked by it again; what was waived stays waived. */
export async function changeRule(
  ctx: TransactionContext,
  { id, expected, patch }: Change,
): Promise<ValidationRule> {
  const { tx, tenant_id, user_id, now } = ctx;
  const before = (await listRules(ctx)).find(rule => rule.id === id)!;
  requireVersion(before, expected);
  ctx.auditNote.before = before;
  /** Only loudness is counted below nothing. */
  if (id !== 'loudness' && typeof patch.limit === 'number' && patch.limit < 0)
    throw new AppError('VALIDATION', 'Must be at least 0', { limit: ['Must be at least 0'] });
  const after = { ...before, ...patch, version: before.version + 1 };
  const { severity, enabled, limit: most, words, version } = after;
  const set = { severity, enabled, most, words, version, updated_at: dateOf(now) };
  const written = await tx
    .insert(validationRules)
    .values({ tenant_id, key: id, created_by: user_id, created_at: dateOf(now), ...set })
    .onConflictDoUpdate({
      target: [validationRules.tenant_id, validationRules.key],
      set,
      setWhere: eq(validationRules.version, expected),
    })
    .returning({ key: validationRules.key });
  if (written.length === 0) requireVersion({ ...before, version: expected + 1 }, expected);
  await recheckAll(ctx);
  return after;
}
