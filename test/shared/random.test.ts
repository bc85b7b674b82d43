import { afterEach, describe, expect, it, vi } from 'vitest';
import { uuid7 } from '../../shared/random.ts';

const AT = Date.UTC(2026, 10, 30, 8);
const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
afterEach(() => void vi.restoreAllMocks());

describe.each([true, false])('a uuid version 7 (the platform makes version 4 itself: %s)', isThere => {
  const make = (at: number) => {
    if (!isThere) vi.spyOn(globalThis, 'crypto', 'get').mockReturnValue({ getRandomValues } as Crypto);
    return uuid7(at);
  };
  const getRandomValues = crypto.getRandomValues.bind(crypto);

  it('has the form and the time of RFC 9562 §5.7', () => {
    for (const at of [0, 1, AT, AT + 0.7, 2 ** 48 - 1]) {
      const made = make(at);
      expect(made).toMatch(V7);
      expect(Number.parseInt(made.slice(0, 13).replace('-', ''), 16)).toBe(Math.floor(at));
    }
  });

  it('sorts by its time, and is another each time', () => {
    const made = Array.from({ length: 300 }, (_one, n) => make(AT + n));
    expect([...made].sort()).toEqual(made);
    expect(new Set(Array.from({ length: 300 }, () => make(AT))).size).toBe(300);
  });
});
