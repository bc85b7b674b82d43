import { describe, expect, it } from 'vitest';
import type { Action } from '../../../../shared/contract/wire/entity.ts';
import { CONTRACT_TRANSITIONS, contracts, ownContracts } from '../../../../shared/contract/sales/contract.ts';

/** The page of the design, by hand: from each state to each other one, and nowhere else. */
const PAGE = `
  draft            -> sent
  sent             -> partially_signed declined withdrawn
  partially_signed -> active declined withdrawn
  active           -> expired terminated renewed
  expired          ->
  terminated       ->
  renewed          ->
  declined         ->
  withdrawn        ->
`;
const page = new Map(
  PAGE.trim()
    .split('\n')
    .map(line => {
      const [from = '', to = ''] = line.split('->');
      return [from.trim(), to.split(' ').filter(Boolean)] as const;
    }),
);
const states = [...page.keys()];
const pairs = states.flatMap(from => states.map(to => ({ from, to })));
const table: Readonly<Record<string, readonly string[]>> = CONTRACT_TRANSITIONS;

describe('the states of a contract', () => {
  it.each(pairs)('OPEN-LIFE-03 from $from to $to', ({ from, to }) => {
    expect([from, to, table[from]?.includes(to)]).toEqual([from, to, page.get(from)?.includes(to)]);
  });

  it('OPEN-LIFE-03 there is no other state', () => {
    expect(Object.keys(table).sort()).toEqual([...states].sort());
  });

  it('OPEN-LIFE-03 each act starts where the page lets it end', () => {
    const acts: Readonly<Record<string, Pick<Action, 'from' | 'to'>>> = {
      ...contracts.actions,
      ...ownContracts.actions,
    };
    for (const [verb, { from = [], to }] of Object.entries(acts)) {
      const allowed =
        to === undefined ? ['sent', 'partially_signed'] : states.filter(one => page.get(one)?.includes(to));
      expect([verb, [...from].sort()]).toEqual([verb, allowed.sort()]);
    }
  });
});
