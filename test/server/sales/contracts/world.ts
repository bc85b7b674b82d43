/** A tenant that makes contracts, and people who sign them. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Contract, ContractDetail } from '../../../../shared/contract/sales/contract.ts';
import { users } from '../../../../server/db/schema.ts';
import { call } from '../../../support/server/playlist.ts';
import type { TestServer } from '../../../support/server/server.ts';

export type User = TestServer['admin'];
const TEMPLATE = {
  name: 'Advertising agreement',
  language: 'en',
  body: '# Agreement {{number}}\n\n{{provider}} shows spots of {{customer}} in {{city}} from {{starts}} for {{value}}.',
  variables: [{ key: 'city', type: 'text', required: true }],
};
export const signs = ({ body_sha256 }: Pick<Contract, 'body_sha256'>) => ({
  ...{ body_sha256: body_sha256!, name: 'Signatory of Harbour Books', method: 'typed' },
});

export function contractWorld(test: () => TestServer) {
  const post = (by: User, url: string, payload: object = {}) => call(test(), by, 'POST', url, { payload });
  const act = (by: User, id: string, verb: string, payload: object = {}) =>
    post(by, `/api/contracts/${id}/${verb}`, payload);
  const own = (by: User, id: string, verb: string, payload: object = {}) =>
    post(by, `/api/own-contracts/${id}/${verb}`, payload);
  const readOwn = (by: User, id: string) => call(test(), by, 'GET', `/api/own-contracts/${id}`);
  const read = async (by: User, id: string) =>
    (await call(test(), by, 'GET', `/api/contracts/${id}`)).json<ContractDetail>();

  /** Whoever works on contracts, and one who signs for a customer. */
  async function people() {
    const admin = await test().signIn('admin');
    const signatory = await test().signIn('viewer');
    await test().db.update(users).set({ is_signatory: true }).where(eq(users.id, signatory.id));
    return { admin, signatory };
  }
  type People = Awaited<ReturnType<typeof people>>;
  async function template(admin: User): Promise<string> {
    const made = (await post(admin, '/api/contract-templates', TEMPLATE)).json<{ id: string }>();
    await post(admin, `/api/contract-templates/${made.id}/publish`);
    return made.id;
  }
  async function draft({ admin, signatory }: People, more: object = {}): Promise<ContractDetail> {
    const answer = await post(admin, '/api/contracts', {
      ...{ title: 'Harbour Books', template_id: await template(admin) },
      ...{ starts: '2026-04-01', ends: '2026-09-30', value_minor: 1_250_000 },
      ...{ parties: [{ name: 'Harbour Books', user_id: signatory.id }] },
      ...{ variables: [{ key: 'city', value: 'Lisbon' }], ...more },
    });
    expect(answer.statusCode).toBe(200);
    return answer.json<ContractDetail>();
  }
  async function sent(by: People, more: object = {}): Promise<ContractDetail> {
    const { id } = await draft(by, more);
    return (await act(by.admin, id, 'send')).json<ContractDetail>();
  }
  /** In force. */
  async function active(by: People, more: object = {}): Promise<ContractDetail> {
    const made = await sent(by, more);
    await own(by.signatory, made.id, 'sign', signs(made));
    return (await act(by.admin, made.id, 'countersign', signs(made))).json<ContractDetail>();
  }
  return { post, act, own, readOwn, read, people, template, draft, sent, active };
}
export type People = Awaited<ReturnType<ReturnType<typeof contractWorld>['people']>>;
