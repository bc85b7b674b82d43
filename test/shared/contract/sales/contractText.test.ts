/** What is filled into the text of a contract. */
import { expect, it } from 'vitest';
import { blocksOf, filledIn, notAmountsOf } from '../../../../shared/contract/sales/contractText.ts';

const FEE = [{ key: 'fee', type: 'money', required: true }] as const;
const notAmounts = (value: string) => notAmountsOf(FEE, [{ key: 'fee', value }]);

it.each([
  '',
  '0',
  '1250',
  '1,250.00',
  '1.250,00 €',
  'EUR 1 250',
  "CHF 1'250.50",
  '-5',
  '¥1250',
  '1250元',
  '$ 3.5',
])('of kind money %j is taken', value => expect(notAmounts(value)).toEqual([]));
it.each(['much', 'EUR', '12 or 13', '1250 a month', '1,250.', '# 12', '12\n# Free', 'EURO 12'])(
  'of kind money %j is no amount',
  value => expect(notAmounts(value)).toEqual(['fee']),
);
it('a text may say anything', () => {
  const named = [{ key: 'fee', type: 'text', required: true }] as const;
  expect(notAmountsOf(named, [{ key: 'fee', value: 'much' }])).toEqual([]);
});

it('line breaks in what is filled in make no headings and no items', () => {
  const text = filledIn('# Terms\n\nShown in {{city}}.', { city: 'Lisbon\n\n# Free of charge\r\n- always' });
  expect(blocksOf(text)).toEqual([
    { as: 'heading', level: 1, text: 'Terms' },
    { as: 'paragraph', text: 'Shown in Lisbon # Free of charge - always.' },
  ]);
});
it('what is not filled in leaves a gap', () => {
  expect(filledIn('{{constructor}}', {})).toBe('________');
  expect(filledIn('{{city}} and {{ fee }}', { city: ' ', fee: '' })).toBe('________ and ________');
});
