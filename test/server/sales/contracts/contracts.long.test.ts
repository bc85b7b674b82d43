import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contract, ContractDetail } from '../../../../shared/contract/sales/contract.ts';
import { contracts, signatures } from '../../../../server/db/schema.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { contractWorld, signs } from './world.ts';

const clock = manualClock(Date.parse('2026-03-02T10:00:00.000Z'));
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());
const { post, act, own, readOwn, read, people, template, draft, sent, active } = contractWorld(() => test);

describe('a contract', () => {
  it('OPEN-LIFE-03 is filled in, frozen and numbered when it is sent, signed in turn, and in force with the last signature', async () => {
    const by = await people();
    const made = await draft(by);
    expect(made).toMatchObject({
      state: 'draft',
      number: null,
      body_sha256: null,
      currency: 'EUR',
      signed: 0,
    });
    expect(made.body).toMatch(/in Lisbon from 2026-04-01 for EUR\s12,500\.00\./);
    expect((await readOwn(by.signatory, made.id)).statusCode).toBe(404);

    const frozen = (await act(by.admin, made.id, 'send')).json<ContractDetail>();
    expect(frozen).toMatchObject({ state: 'sent', number: 'C-2026-0001' });
    expect(frozen.body).toContain('# Agreement C-2026-0001');
    expect(test.emails.at(-1)).toMatchObject({ to: by.signatory.email });
    expect(test.emails.at(-1)?.subject).toBe('Please sign contract C-2026-0001: Harbour Books');
    const url = `/api/contracts/${made.id}`;
    const changed = await call(test, by.admin, 'PATCH', url, {
      payload: { title: 'X' },
      version: frozen.version,
    });
    expect(changed.statusCode).toBe(409);

    expect((await act(by.admin, made.id, 'countersign', signs(frozen))).statusCode).toBe(409);
    const signed = (await own(by.signatory, made.id, 'sign', signs(frozen))).json<ContractDetail>();
    expect(signed).toMatchObject({ state: 'partially_signed', signed: 1, is_intact: true });
    expect((await own(by.signatory, made.id, 'sign', signs(frozen))).statusCode).toBe(409);
    const over = (await act(by.admin, made.id, 'countersign', signs(frozen))).json<ContractDetail>();
    expect(over).toMatchObject({ state: 'active', signed: 2 });
    expect(over.signatures.map(({ party, name }) => [party, name])).toEqual([
      [0, 'Signatory of Harbour Books'],
      [null, 'Signatory of Harbour Books'],
    ]);
  });

  it('is signed by its parties alone, one after the other, and only as it was read', async () => {
    const by = await people();
    const second = (await people()).signatory;
    const parties = [
      { name: 'Harbour Books', user_id: by.signatory.id },
      { name: 'Harbour Media', user_id: second.id },
    ];
    const made = await sent(by, { parties });
    const early = await own(second, made.id, 'sign', signs(made));
    expect(early.json()).toMatchObject({ error: 'RULE', details: { turn: 0 } });
    expect(early.body).not.toContain('Harbour');
    const stale = await own(by.signatory, made.id, 'sign', { ...signs(made), body_sha256: '0'.repeat(64) });
    expect(stale.json()).toMatchObject({ error: 'RULE' });
    const undrawn = await own(by.signatory, made.id, 'sign', { ...signs(made), method: 'drawn' });
    expect(undrawn.json()).toMatchObject({ details: { image: ['Required'] } });
    expect((await own(by.admin, made.id, 'sign', signs(made))).statusCode).toBe(403);
    const stranger = (await people()).signatory;
    expect((await readOwn(stranger, made.id)).statusCode).toBe(404);
    expect((await own(stranger, made.id, 'sign', signs(made))).statusCode).toBe(404);
    const plain = await test.signIn('viewer');
    expect((await call(test, plain, 'GET', '/api/own-contracts')).json<{ total: number }>().total).toBe(0);

    await own(by.signatory, made.id, 'sign', signs(made));
    expect((await act(by.admin, made.id, 'countersign', signs(made))).json()).toMatchObject({
      error: 'RULE',
    });
    await own(second, made.id, 'sign', signs(made));
    expect((await act(by.admin, made.id, 'countersign', signs(made))).json()).toMatchObject({
      state: 'active',
    });
  });

  it('is not signed for both sides by one person', async () => {
    const { admin, signatory } = await people();
    const made = await sent({ admin, signatory: admin });
    await own(admin, made.id, 'sign', signs(made));
    const refused = await act(admin, made.id, 'countersign', signs(made));
    expect(refused.json()).toMatchObject({ error: 'RULE', details: { is_party: true } });
    expect(signatory.id).not.toBe(admin.id);
  });

  it('says that text and hash were changed together after it was signed', async () => {
    const by = await people();
    const made = await active(by);
    expect(await read(by.admin, made.id)).toMatchObject({ is_intact: true });
    const body = made.body.replace('12,500', '99,500');
    await test.db
      .update(contracts)
      .set({ body, body_sha256: createHash('sha256').update(body).digest('hex') })
      .where(eq(contracts.id, made.id));
    expect(await read(by.admin, made.id)).toMatchObject({ is_intact: false });
  });

  it('says that its text was changed behind the server’s back, and is signed no more', async () => {
    const by = await people();
    const made = await sent(by);
    await test.db
      .update(contracts)
      .set({ body: made.body.replace('12,500', '99,500') })
      .where(eq(contracts.id, made.id));
    expect(await read(by.admin, made.id)).toMatchObject({ is_intact: false });
    expect((await own(by.signatory, made.id, 'sign', signs(made))).json()).toMatchObject({
      error: 'RULE',
      details: { body: 'changed' },
    });
    expect(await test.db.select().from(signatures).where(eq(signatures.contract_id, made.id))).toEqual([]);
  });

  it('is numbered without a gap, also when many are sent at once and some are refused', async () => {
    const by = await people();
    const before = await sent(by);
    const drafts = await Promise.all(Array.from({ length: 12 }, () => draft(by)));
    const lacking = await draft(by, { variables: [] });
    const answers = await Promise.all([...drafts, lacking].map(({ id }) => act(by.admin, id, 'send')));
    expect(answers.at(-1)?.json()).toMatchObject({ details: { variables: ['Fill these in first: city'] } });
    const first = Number(before.number?.slice(-4)) + 1;
    const numbers = answers.slice(0, -1).map(answer => Number(answer.json<Contract>().number?.slice(-4)));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(drafts.map((_, nth) => first + nth));
  });

  it('takes only an amount for a name of kind money, and nothing that is filled in makes a heading', async () => {
    const by = await people();
    const made = await post(by.admin, '/api/contract-templates', {
      ...{ name: 'Fees', language: 'en', body: '# Fees\n\n{{fee}} in {{city}}.' },
      variables: [
        { key: 'fee', type: 'money' },
        { key: 'city', type: 'text' },
      ],
    });
    const template_id = made.json<{ id: string }>().id;
    await post(by.admin, `/api/contract-templates/${template_id}/publish`);
    const filled = (fee: string) => ({
      template_id,
      variables: [
        { key: 'fee', value: fee },
        { key: 'city', value: 'Lisbon\n\n# Free of charge' },
      ],
    });
    const refused = { variables: ['Must be an amount, such as 1,250.00 EUR: fee'] };
    const title = { title: 'Fees', starts: '2026-04-01', parties: [{ name: 'A', user_id: by.signatory.id }] };
    const answer = await post(by.admin, '/api/contracts', { ...title, ...filled('as agreed') });
    expect(answer.json()).toMatchObject({ error: 'VALIDATION', details: refused });
    const { id, body } = await draft(by, filled('1,250.00 EUR'));
    expect(body).toBe('# Fees\n\n1,250.00 EUR in Lisbon # Free of charge.');
    // As of a draft that was made before.
    const old = filled('as agreed').variables;
    await test.db.update(contracts).set({ variables: old }).where(eq(contracts.id, id));
    expect((await act(by.admin, id, 'send')).json()).toMatchObject({ details: refused });
  });

  it('names what is wrong with a draft', async () => {
    const by = await people();
    const plain = await test.signIn('viewer');
    const template_id = await template(by.admin);
    const body = {
      title: 'X',
      template_id,
      starts: '2026-04-01',
      parties: [{ name: 'A', user_id: by.signatory.id }],
    };
    const refusal = async (more: object) =>
      (await post(by.admin, '/api/contracts', { ...body, ...more })).json<{ details: object }>().details;
    expect(await refusal({ parties: [{ name: 'A', user_id: plain.id }] })).toEqual({
      'parties.0.user_id': ['Nobody of this tenant who may sign.'],
    });
    expect(await refusal({ parties: [] })).toEqual({ parties: ['Required'] });
    expect(await refusal({ ends: '2026-04-01' })).toEqual({ ends: ['The end lies before the start'] });
    expect(await refusal({ template_id: plain.id })).toEqual({
      template_id: ['There is no such published template.'],
    });
    expect(await refusal({ variables: [{ key: 'town', value: 'X' }] })).toHaveProperty('variables');
    expect(await refusal({ value_minor: -1 })).toHaveProperty('value_minor');
  });
});
