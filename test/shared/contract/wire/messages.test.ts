import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldTexts } from '../../../../shared/contract/wire/messages.ts';

/** The one text a value is refused with. */
function told(schema: z.ZodMiniType, value: unknown): string | undefined {
  const parsed = z.safeParse(z.object({ field: schema }), value === undefined ? {} : { field: value });
  return parsed.success ? undefined : fieldTexts(parsed.error)['field']?.[0];
}

describe('the texts of a schema', () => {
  it('VAL-GEN-01 AMBIG-UI-02 are Required for a value that is missing', () => {
    expect(told(z.string(), undefined)).toBe('Required');
    expect(told(z.array(z.string()), undefined)).toBe('Required');
  });

  it('VAL-GEN-02 AMBIG-UI-02 are Invalid input for one that matches nothing', () => {
    expect(told(z.union([z.string(), z.number()]), true)).toBe('Invalid input');
    expect(told(z.enum(['a', 'b']), 'c')).toBe('Invalid input');
    expect(told(z.string().check(z.regex(/^a$/)), 'b')).toBe('Invalid input');
  });

  it('VAL-GEN-03 AMBIG-UI-02 name both types where the type is wrong', () => {
    expect(told(z.string(), 7)).toBe('Expected string, received number');
    expect(told(z.number(), 'x')).toBe('Expected number, received string');
  });

  it('VAL-GEN-04 AMBIG-UI-02 name the least length of a string that is too short', () => {
    expect(told(z.string().check(z.minLength(3)), 'ab')).toBe('String must contain at least 3 character(s)');
    expect(told(z.string().check(z.minLength(3)), 'abc')).toBeUndefined();
  });

  it.each([
    [z.string(), 7, 'string', 'number'],
    [z.number(), NaN, 'number', 'nan'],
    [z.int(), 1.5, 'integer', 'number'],
    [z.boolean(), 'yes', 'boolean', 'string'],
    [z.date(), '2026', 'date', 'string'],
    [z.string(), new Date(0), 'string', 'date'],
    [z.array(z.string()), {}, 'array', 'object'],
    [z.object({}), [], 'object', 'array'],
    [z.string(), null, 'string', 'null'],
    [z.null(), true, 'null', 'boolean'],
  ] as const)(
    'OPEN-VAL-04 says of %o and %o: expected %s, received %s',
    (schema, value, expected, received) => {
      expect(told(schema as z.ZodMiniType, value)).toBe(`Expected ${expected}, received ${received}`);
    },
  );

  it('OPEN-VAL-04 says of undefined what was expected instead of it', () => {
    expect(told(z.undefined(), 'x')).toBe('Expected undefined, received string');
  });
});
