/** Where each row of a kind has an event of its own in the audit log: whoever set the import to work is named. */
import type { MigrationLine } from '../../../shared/contract/trust/migration.ts';
import { appendAuditEntry, diffOf } from '../../transaction/audit.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { LineChange } from './batch.ts';
import type { Evaluated } from './evaluate.ts';
import type { ImportRights, Importer, Values } from './kinds/importer.ts';

const VERBS: Partial<Record<NonNullable<MigrationLine['act']>, string>> = {
  create: 'create',
  update: 'update',
};
interface AuditedRow {
  verb: string;
  target_id: string;
  target_name: string | null;
  before: Values;
  after: Values;
}
export async function auditRows(
  ctx: TransactionContext,
  { audited: target_type }: Importer,
  { id, email, role }: ImportRights,
  rows: readonly AuditedRow[],
): Promise<void> {
  if (target_type === undefined) return;
  const principal = { id, email, role, ip: null, ua: null, request_id: null };
  for (const { verb, target_id, target_name, before, after } of rows)
    await appendAuditEntry(ctx, principal, {
      ...{ action: `${target_type}.${verb}`, target_type, target_id, target_name },
      diff: diffOf(before, after),
    });
}

interface WrittenLines {
  importer: Importer;
  actor: ImportRights;
  evaluated: readonly Evaluated[];
  changes: readonly LineChange[];
}
export async function auditWritten(
  ctx: TransactionContext,
  { importer, actor, evaluated, changes }: WrittenLines,
): Promise<void> {
  if (importer.audited === undefined) return;
  const lines = new Map(evaluated.map(one => [one.line, one]));
  const rows = changes.flatMap(({ line, act, target_id, before }) => {
    const verb = act ? VERBS[act] : undefined;
    const from = lines.get(line);
    if (verb === undefined || !from || typeof target_id !== 'string') return [];
    return [{ verb, target_id, target_name: from.name, before: before ?? {}, after: from.columns }];
  });
  await auditRows(ctx, importer, actor, rows);
}
