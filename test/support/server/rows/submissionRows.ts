/** Submissions of one person in each state that an act begins from, each of a creative of its own. */
import { eq } from 'drizzle-orm';
import type { CreativeKind, CreativeState } from '../../../../shared/contract/content/creative.ts';
import type { SubmissionState } from '../../../../shared/contract/content/submissionState.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { creatives, submissions } from '../../../../server/db/schema.ts';
import type { TestServer } from '../server.ts';

export type SubmissionRows = {
  /** A creative that was never submitted. */
  draft: string;
  /** A slide that was never submitted. */
  slide: string;
  pending: string;
  inReview: string;
  changesRequested: string;
};
const NONE = '00000000-0000-7000-8000-00000000000f';
export const NO_SUBMISSIONS: SubmissionRows = {
  draft: NONE,
  slide: NONE,
  pending: NONE,
  inReview: NONE,
  changesRequested: NONE,
};

type At = Pick<TestServer, 'db' | 'server'>;
interface Like {
  kind?: CreativeKind;
  /** The creative whose file it has. */
  like: string;
  user_id: string;
}
const read = async ({ db }: At, id: string) => {
  const [row] = await db.select().from(creatives).where(eq(creatives.id, id));
  if (!row) throw new Error('there is no such creative');
  return row;
};

/** One in this state, by this person. */
export async function addCreativeIn(
  at: At,
  state: CreativeState,
  { like, user_id, kind }: Like,
): Promise<string> {
  const row = await read(at, like);
  const id = uuid7(at.server.clock.now());
  const values = {
    ...row,
    alt_text: 'Snow',
    id,
    state,
    created_by: user_id,
    approved_sha256: null,
    deleted_at: null,
  };
  const name = `${state} of the winter sale`;
  await at.db.insert(creatives).values({ ...values, name, ...(kind && { kind }) });
  return id;
}

export async function addSubmissions(at: At, { like, user_id }: Like): Promise<SubmissionRows> {
  const { db, server } = at;
  const { tenant_id, asset_id } = await read(at, like);
  const creativeIn = (state: CreativeState) => addCreativeIn(at, state, { like, user_id });
  const submissionIn = async (state: SubmissionState, creativeState: CreativeState) => {
    const id = uuid7(server.clock.now());
    const creative_id = await creativeIn(creativeState);
    const sla_due = new Date(server.clock.now());
    const of = { tenant_id, asset_id, creative_id, created_by: user_id };
    await db.insert(submissions).values({ ...of, id, state, sla_due });
    return id;
  };
  return {
    draft: await creativeIn('draft'),
    slide: await addCreativeIn(at, 'draft', { like, user_id, kind: 'slide' }),
    pending: await submissionIn('pending', 'submitted'),
    inReview: await submissionIn('in_review', 'in_review'),
    changesRequested: await submissionIn('changes_requested', 'changes_requested'),
  };
}
