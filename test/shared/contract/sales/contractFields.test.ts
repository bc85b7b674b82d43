import { expect, it } from 'vitest';
import {
  contract,
  contractCreate,
  contractDetail,
  ownContracts,
  signature,
} from '../../../../shared/contract/sales/contract.ts';
import {
  contractTemplate,
  contractTemplateCreate,
} from '../../../../shared/contract/sales/contractTemplate.ts';
import { lineInput } from '../../../../shared/contract/sales/billing/invoiceLine.ts';
import { takes } from '../../../support/console/values.ts';

const COMMON = ['id', 'tenant_id', 'created_at', 'updated_at', 'created_by', 'version', 'deleted_at'];
const fieldsOf = (schema: { shape: object }) =>
  Object.keys(schema.shape).filter(name => !COMMON.includes(name));
const HASH = 'ab'.repeat(32);
const ID = '00000000-0000-7000-8000-000000000001';

it('OPEN-ENT-05 a template, a contract and a signature have the fields of the page', () => {
  expect(fieldsOf(contractTemplate).sort()).toEqual(
    ['name', 'language', 'body', 'variables', 'state', 'edition'].sort(),
  );
  for (const name of ['number', 'template_id', 'template_edition', 'parties', 'variables', 'value_minor'])
    expect(fieldsOf(contract)).toContain(name);
  for (const name of ['starts', 'ends', 'renew', 'notice_d', 'body_sha256', 'state'])
    expect(fieldsOf(contract)).toContain(name);
  for (const name of ['body', 'signatures', 'is_intact']) expect(fieldsOf(contractDetail)).toContain(name);
  expect(fieldsOf(signature).sort()).toEqual(
    ['party', 'user_id', 'method', 'name', 'image', 'body_sha256', 'signed_at'].sort(),
  );
});

const TEMPLATE = { name: 'Agreement', language: 'en', body: '# Agreement' };
const variables = (key: string, type = 'text') => [{ key, type, required: true }];
it.each([
  [{ ...TEMPLATE }, true],
  [{ ...TEMPLATE, variables: variables('city') }, true],
  [{ ...TEMPLATE, variables: variables('City') }, false],
  [{ ...TEMPLATE, variables: variables('city', 'picture') }, false],
  [{ ...TEMPLATE, variables: [...variables('city'), ...variables('city')] }, false],
  [{ ...TEMPLATE, language: 'fr' }, false],
  [{ ...TEMPLATE, body: '' }, false],
])('OPEN-ENT-05 of the template %j is taken: %j', (body, isTaken) => {
  expect(takes(contractTemplateCreate, body)).toBe(isTaken);
});

const party = (user_id = ID) => ({ name: 'Harbour Books', user_id });
const CONTRACT = { title: 'Harbour', template_id: ID, starts: '2026-01-01', parties: [party()] };
it.each([
  [CONTRACT, true],
  [{ ...CONTRACT, parties: [] }, false],
  [{ ...CONTRACT, parties: [party(), party()] }, false],
  [{ ...CONTRACT, ends: '2026-01-01' }, false],
  [{ ...CONTRACT, ends: '2026-01-02' }, true],
  [{ ...CONTRACT, renew: 'always' }, false],
  [{ ...CONTRACT, value_minor: 0.5 }, false],
  [{ ...CONTRACT, notice_d: 366 }, false],
])('OPEN-ENT-05 of the contract %j is taken: %j', (body, isTaken) => {
  expect(takes(contractCreate, body)).toBe(isTaken);
});

const SIGN = { body_sha256: HASH, name: 'Night desk', method: 'typed' };
it.each([
  [SIGN, true],
  [{ ...SIGN, method: 'drawn', image: 'iVBORw0KGgo=' }, true],
  [{ ...SIGN, image: '<svg>' }, false],
  [{ ...SIGN, method: 'spoken' }, false],
  [{ ...SIGN, body_sha256: 'ab' }, false],
  [{ ...SIGN, name: '' }, false],
])('OPEN-ENT-05 of the signature %j is taken: %j', (body, isTaken) => {
  expect(takes(ownContracts.actionEndpoints.sign.body!, body)).toBe(isTaken);
});

it('a drawn signature is a PNG picture', () => {
  const sign = ownContracts.actionEndpoints.sign.body!;
  const drawn = (image: string) =>
    takes(sign, { body_sha256: HASH, name: 'Night desk', method: 'drawn', image });
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  expect([png, 'AAAA', `${png}<svg>`].map(drawn)).toEqual([true, false, false]);
});

it.each([
  [19, true],
  [7.25, true],
  [0.07, true],
  [19.000_000_1, false],
  [7.255, false],
])('a rate of tax of %d has at most two decimals: %s', (tax_pct, isTaken) => {
  expect(takes(lineInput, { text: 'Spot', qty: 1, unit_minor: 100, tax_pct })).toBe(isTaken);
});
