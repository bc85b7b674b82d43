/** The two calls of every section of settings: its values are read, and changed under their version. */
import type * as z from 'zod/mini';
import type { Area } from '../../wire/access.ts';
import { endpoint } from '../../wire/endpoint.ts';

interface Section<P, B, A> {
  path: P;
  area: Area;
  body: B;
  answer: A;
  /** Of the change, behind the name of the section. */
  note?: string;
  /** Of the change: in another tenant only staff and those above it. */
  crossing?: 'tree';
}
export function settingsEndpoints<const P extends string, B extends z.ZodMiniType, A extends z.ZodMiniType>({
  path,
  area,
  body,
  answer,
  note = '',
  crossing,
}: Section<P, B, A>) {
  const access = (level: 'R' | 'W') => ({ who: 'user', area, level }) as const;
  const name = path.slice('/api/'.length);
  return {
    read: endpoint({ method: 'GET', path, access: access('R'), summary: `Settings: ${name}`, answer }),
    patch: endpoint({
      method: 'PATCH',
      path,
      access: { ...access('W'), ...(crossing && { crossing }) },
      summary: `Change settings: ${name}${note}`,
      body,
      answer,
      versioned: true,
    }),
  };
}
