/** OPEN-ENT-05: from where somebody signed is kept as evidence, and is no part of the contract that its parties read. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signatures } from '../../../../server/db/schema.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { contractWorld, signs, type User } from './world.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());
const { act, own, people, sent } = contractWorld(() => test);

const CUSTOMER = { ip: '203.0.113.77', ua: 'Tunnel/9.1 (a phone under ground)' };
const PROVIDER = { ip: '198.51.100.8', ua: 'Desk/3.2 (an office)' };
const from = ({ ip, ua }: typeof CUSTOMER, by: User, url: string, payload: object) =>
  test.app.inject({
    ...{ method: 'POST', url, payload, remoteAddress: ip },
    headers: { ...by.headers, 'user-agent': ua },
  });

it('OPEN-ENT-05 a signature keeps the address and the browser it was given from', async () => {
  const by = await people();
  const made = await sent(by);
  const url = `/${made.id}`;
  const answers = [
    await from(CUSTOMER, by.signatory, `/api/own-contracts${url}/sign`, signs(made)),
    await from(PROVIDER, by.admin, `/api/contracts${url}/countersign`, signs(made)),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const stored = await test.db
    .select({ party: signatures.party, ip: signatures.ip, ua: signatures.ua })
    .from(signatures)
    .where(eq(signatures.contract_id, made.id))
    .orderBy(asc(signatures.party));
  expect(stored).toEqual([
    { party: 0, ...CUSTOMER },
    { party: null, ...PROVIDER },
  ]);

  /** Neither side reads where the other one was: not as it signs, in a record, in a list, nor in a file. */
  const reader = await test.signIn('manager');
  for (const [who, base] of [
    [by.signatory, '/api/own-contracts'],
    [by.admin, '/api/own-contracts'],
    [by.admin, '/api/contracts'],
    [reader, '/api/contracts'],
  ] as const)
    for (const path of [url, '?limit=100', '/export?format=csv', '/export?format=jsonl'])
      answers.push(await call(test, who, 'GET', `${base}${path}`));
  const read = answers.filter(({ statusCode }) => statusCode === 200);
  expect(read.length).toBeGreaterThanOrEqual(14);
  for (const { body } of read) {
    expect(body).toContain(made.number!);
    for (const text of [CUSTOMER.ip, CUSTOMER.ua, PROVIDER.ip, PROVIDER.ua]) expect(body).not.toContain(text);
    expect(body).not.toMatch(/"(ip|ua)"|\bip,|,ua\b/);
  }
});

it('OPEN-ENT-05 a browser that says nothing of itself may sign, and its address is kept', async () => {
  const by = await people();
  const made = await sent(by);
  const answer = await test.app.inject({
    ...{ method: 'POST', url: `/api/own-contracts/${made.id}/sign`, payload: signs(made) },
    ...{ remoteAddress: CUSTOMER.ip, headers: { ...by.signatory.headers, 'user-agent': '' } },
  });
  expect(answer.statusCode).toBe(200);
  const [row] = await test.db.select().from(signatures).where(eq(signatures.contract_id, made.id));
  expect(row?.ip).toBe(CUSTOMER.ip);
  expect(row?.ua ?? '').toBe('');
  expect((await act(by.admin, made.id, 'countersign', signs(made))).statusCode).toBe(200);
  expect((await own(by.signatory, made.id, 'sign', signs(made))).statusCode).toBe(409);
});
