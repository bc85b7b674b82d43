/** Test cases of a tenant. */
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import {
  testCases as contract,
  type importTestCases,
  type TestCaseCreate,
  type TestCaseDetail,
} from '../../../shared/contract/programmatic/tester/testCase.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { casesOfPrebid } from '../../../shared/openrtb/cases/prebidFile.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { testCases } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { repository, type Repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export type CaseRow = typeof testCases.$inferSelect;
const toCase = ({ request_json, response_json, ...row }: CaseRow): TestCaseDetail => ({
  ...row,
  has_response: response_json !== null,
  request: JSON.parse(request_json) as unknown,
  response: response_json === null ? null : (JSON.parse(response_json) as TestCaseDetail['response']),
  ...commonFieldsOf(row),
});

export const caseListing = listing(contract)<CaseRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(testCases)),
  fields: getTableColumns(testCases),
  id: testCases.id,
  scope: ({ tenant_id }) => eq(testCases.tenant_id, tenant_id),
  sortColumns: {
    name: testCases.name,
    source: testCases.source,
    created_at: testCases.created_at,
    updated_at: testCases.updated_at,
  },
  searchColumns: [testCases.name, sql`${testCases.tags}::text`],
  filterColumns: { source: testCases.source, profile: testCases.profile },
  deleted_at: testCases.deleted_at,
  created_at: testCases.created_at,
  serialize: (_ctx, rows) => rows.map(toCase),
});

const AS_TEXT = 'kept as text';
const kept = repository({
  entity: contract,
  table: testCases,
  listing: caseListing,
  internalColumns: { request_json: AS_TEXT, response_json: AS_TEXT },
});

type Values = Partial<Pick<TestCaseCreate, 'request' | 'response'>>;
/** The columns of what is JSON of its own. */
function asColumns({ request, response, ...rest }: Values & Record<string, unknown>) {
  return {
    ...rest,
    ...(request !== undefined && { request_json: JSON.stringify(request) }),
    ...(response !== undefined && { response_json: response === null ? null : JSON.stringify(response) }),
  };
}

/** The audit log says that a case was changed; what it holds stands in the case. */
const withoutPayload = ({ request: _request, response: _response, ...rest }: Record<string, unknown>) => rest;

export const caseRepository: Repository = {
  ...kept,
  create(ctx, values) {
    ctx.auditNote.after = withoutPayload(values);
    return kept.create(ctx, asColumns(values));
  },
  change(ctx, id, expected, values) {
    ctx.auditNote.after = withoutPayload(values);
    return kept.change(ctx, id, expected, asColumns(values));
  },
};

/** Each file becomes one case or more; a file that is none of Prebid's is named in the answer. */
export async function importCases(
  ctx: TransactionContext,
  { files }: Body<typeof importTestCases>,
): Promise<Answer<typeof importTestCases>> {
  ctx.auditNote.after = { files: files.map(({ path }) => path) };
  const made: Answer<typeof importTestCases>['made'] = [];
  const refused: string[] = [];
  for (const { path, content } of files) {
    const drafts = casesOfPrebid(path, content);
    if (drafts === null) refused.push(path);
    for (const draft of drafts ?? []) {
      const { id, name } = (await kept.create(ctx, asColumns({ ...draft }))) as TestCaseDetail;
      made.push({ id, name });
    }
  }
  return { made, refused };
}

export const casesById = ({ tx, tenant_id }: TransactionContext, ids: string[]): Promise<CaseRow[]> =>
  tx
    .select()
    .from(testCases)
    .where(and(eq(testCases.tenant_id, tenant_id), inArray(testCases.id, ids), isNull(testCases.deleted_at)));

export { toCase };
