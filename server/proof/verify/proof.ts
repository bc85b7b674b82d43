/** The proof of one play. */
import { and, eq } from 'drizzle-orm';
import type { PlayProof } from '../../../shared/contract/proof/proof.ts';
import { isAccountState } from '../../../shared/contract/proof/play.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { notFound, requireFound } from '../../db/rows.ts';
import { plays } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { accountOf } from '../account/account.ts';
import { standingBy } from '../account/states.ts';
import { judgementOf, openTree } from './leaves.ts';
import { certificatesOf, checkpointsOf, leavesOf, rootsById, serverKeysOf, signed } from './evidence.ts';

export async function proofOf(ctx: TransactionContext, play_id: string): Promise<PlayProof> {
  const { server, tx, tenant_id } = ctx;
  const [found] = await tx
    .select()
    .from(plays)
    .where(and(eq(plays.tenant_id, tenant_id), eq(plays.play_id, play_id)));
  const row = requireFound(found, 'play');
  if (row.root_id === null)
    throw new AppError(
      'STATE',
      'No signed root holds this play yet; one is made in the night after its day.',
    );
  const roots = await rootsById(ctx, [row.root_id]);
  const root = requireFound(roots.get(row.root_id), 'root');
  const place = openTree(await leavesOf(ctx, row.root_id)).placeOf(row);
  if (!place) throw new AppError('STATE', 'This play is not as its signed root has it.');
  const { record } = row;
  const certificates = await certificatesOf(ctx, [row.device_id]);
  const [checkpoint] = await checkpointsOf(ctx, new Map([[row.batch_id, record.key_id]]));
  const device = certificates.find(one => one.device_key_id === record.key_id);
  if (!device || !checkpoint) throw notFound('proof');
  const account = await accountIn(ctx, row);
  return signed(server, {
    kind: 'proof' as const,
    ...{ record, judged: judgementOf(row), ...place, root, device, checkpoint },
    server_keys: serverKeysOf(server, [root]),
    ...(account && { account }),
  });
}

async function accountIn(
  ctx: TransactionContext,
  row: typeof plays.$inferSelect,
): Promise<PlayProof['account']> {
  if (row.campaign_id === null) return undefined;
  const { state, invoice, credit_note } = standingBy(
    await accountOf(ctx, { campaign_ids: [row.campaign_id] }),
  )(row);
  return isAccountState(state) ? { state, invoice, credit_note } : undefined;
}
