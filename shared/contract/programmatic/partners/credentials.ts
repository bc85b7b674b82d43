/** How a partner knows us: a secret that is written and never read back. */
import * as z from 'zod/mini';
import { line, text } from '../../wire/wire.ts';

export const AUTH_TYPES = ['none', 'bearer', 'basic', 'query', 'hmac'] as const;
const MAX_SECRET = 2_000;
/** RFC 9110 §5.6.2. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
export const credentials = z
  .strictObject({
    type: z.enum(AUTH_TYPES),
    name: z._default(z.nullable(line(1, 120)), null),
    secret: z._default(z.nullable(text(1, MAX_SECRET)), null),
  })
  .check(
    z.refine(({ type, secret }) => (type === 'none') === (secret === null), {
      path: ['secret'],
      error: 'Required',
    }),
    z.refine(
      ({ type, name: named }) => !(['basic', 'query', 'hmac'] as string[]).includes(type) || named !== null,
      { path: ['name'], error: 'Required' },
    ),
    z.refine(({ type, name: named }) => type !== 'hmac' || named === null || HEADER_NAME.test(named), {
      path: ['name'],
      error: 'The name of a header like X-Signature',
    }),
  );
