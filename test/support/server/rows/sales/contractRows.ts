/** Contracts of one party and their templates: one in each state that an act begins from. */
import { createHash } from 'node:crypto';
import { contracts, contractTemplates, signatures, users } from '../../../../../server/db/schema.ts';
import { uuid7 } from '../../../../../shared/random.ts';
import type { TestServer } from '../../server.ts';

const NONE = '00000000-0000-7000-8000-00000000000f';
const CONTRACT_STATES = ['draft', 'sent', 'partially_signed', 'active'] as const;
const TEMPLATE_STATES = ['draft', 'published'] as const;
type Rows<State extends string> = Record<State | 'deleted', string>;
export interface ContractRows {
  contracts: Rows<(typeof CONTRACT_STATES)[number]>;
  templates: Rows<(typeof TEMPLATE_STATES)[number]>;
  /** May be named as a party. */
  signatory: string;
}
export const NO_CONTRACTS: ContractRows = {
  contracts: { draft: NONE, sent: NONE, partially_signed: NONE, active: NONE, deleted: NONE },
  templates: { draft: NONE, published: NONE, deleted: NONE },
  signatory: NONE,
};

const BODY = '# Agreement\n\nSpots are shown.';
export const BODY_SHA256 = createHash('sha256').update(BODY).digest('hex');
/** Of another year than any the server numbers. */
const numberOf = (id: string) => `C-2019-${id.slice(-8)}`;

/** `party` signs those that are not signed yet; the others are signed by somebody else. */
export async function addContracts(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  { tenant_id, party }: { tenant_id: string; party: string },
): Promise<ContractRows> {
  const now = server.clock.now();
  const at = new Date(now);
  const signatory = uuid7(now);
  await db.insert(users).values({
    ...{ id: signatory, tenant_id, email: `${signatory}@signs.example`, role: 'viewer', status: 'active' },
    is_signatory: true,
  });
  const template = { tenant_id, name: 'Agreement', language: 'en' as const, body: BODY };
  const templates = [
    ...TEMPLATE_STATES.map(state => ({ ...template, id: uuid7(now), state, deleted_at: null })),
    { ...template, id: uuid7(now), state: 'draft' as const, deleted_at: at },
  ];
  await db.insert(contractTemplates).values(templates);
  const common = {
    ...{ tenant_id, title: 'Harbour Books', template_name: template.name, template_edition: 1 },
    ...{ language: template.language, body: BODY, currency: 'EUR', starts: '2026-01-01' },
    template_id: templates[1]?.id ?? NONE,
  };
  const named = (user_id: string) => [{ name: 'Harbour Books', user_id }];
  const frozen = (id: string) => ({ number: numberOf(id), body_sha256: BODY_SHA256, sent_at: at });
  const made = CONTRACT_STATES.map(state => {
    const id = uuid7(now);
    const isSigned = state === 'partially_signed' || state === 'active';
    return {
      ...{ ...common, id, state, deleted_at: null },
      ...(state === 'draft' ? {} : frozen(id)),
      parties: named(isSigned || state === 'draft' ? signatory : party),
      ...{ signed: state === 'active' ? 2 : isSigned ? 1 : 0, signed_at: state === 'active' ? at : null },
    };
  });
  const deleted = { ...common, id: uuid7(now), state: 'draft' as const, parties: named(signatory) };
  await db.insert(contracts).values([...made, { ...deleted, deleted_at: at }]);
  await db.insert(signatures).values(
    made
      .filter(({ signed }) => signed > 0)
      .map(({ id }) => ({
        ...{ id: uuid7(now), tenant_id, contract_id: id, party: 0, user_id: signatory, signed_at: at },
        ...{ name: 'Harbour Books', method: 'typed' as const, body_sha256: BODY_SHA256 },
      })),
  );
  const byState = (rows: readonly { state: string; id: string }[]) =>
    Object.fromEntries(rows.map(({ state, id }) => [state, id]));
  return {
    contracts: { ...byState(made), deleted: deleted.id } as ContractRows['contracts'],
    templates: {
      ...byState(templates.slice(0, -1)),
      deleted: templates.at(-1)?.id ?? NONE,
    } as ContractRows['templates'],
    signatory,
  };
}
