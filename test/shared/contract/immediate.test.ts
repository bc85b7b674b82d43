import { describe, expect, it } from 'vitest';
import { IMMEDIATE_AREAS, IMMEDIATE_PATHS, IMMEDIATE_REASONS } from '../../../shared/contract/immediate.ts';
import { isQueueable } from '../../../shared/queue/eligible.ts';
import { endpoints } from '../../support/contract.ts';

const writes = endpoints.filter(({ method, access }) => method !== 'GET' && access.who === 'user');
const areaOf = ({ access }: (typeof writes)[number]) => (access.who === 'user' ? access.area : '');

describe('a write that may not wait', () => {
  it.each(Object.keys(IMMEDIATE_PATHS))('QUEUE-01 is one that exists: %s', path => {
    const named = writes.filter(one => new RegExp(`^/api/(${path})$`).test(one.path));
    expect(named).not.toEqual([]);
    expect(named.filter(one => isQueueable(one, '{}'))).toEqual([]);
  });

  it.each(Object.keys(IMMEDIATE_AREAS))('QUEUE-01 is every write of an area that exists: %s', area => {
    const named = writes.filter(one => areaOf(one) === area);
    expect(named).not.toEqual([]);
    expect(named.filter(one => isQueueable(one, '{}'))).toEqual([]);
  });

  it('has a reason, and no reason stands for nothing', () => {
    const used = new Set([...Object.values(IMMEDIATE_AREAS), ...Object.values(IMMEDIATE_PATHS)].map(String));
    expect([...used].sort()).toEqual(Object.keys(IMMEDIATE_REASONS).sort());
  });
});
