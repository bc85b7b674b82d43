import * as z from 'zod/mini';
import { contentItem } from './contentItem.ts';
import { EMPLOYMENTS, KIND_FIELDS } from './contentKinds.ts';
import { endpoint } from '../wire/endpoint.ts';
import { enumValue, instant, listQuery } from '../wire/wire.ts';

const { id, title, body, geo, ends_at } = contentItem.shape;
/** Of a job post that is live and public; nothing of the tenant it belongs to. */
export const publicJob = z.object({
  id,
  title,
  body,
  geo,
  ends_at,
  published_at: instant,
  ...KIND_FIELDS.jobs,
});
export type PublicJob = z.infer<typeof publicJob>;

const { q, limit, offset } = listQuery.shape;
export const publicJobs = endpoint({
  method: 'GET',
  path: '/api/public/jobs',
  access: { who: 'anyone' },
  summary: 'Job posts that anybody may read, newest first',
  limit: 'public_reads',
  query: z.object({ q, limit, offset, employment: enumValue(EMPLOYMENTS) }),
  answer: z.object({ items: z.array(publicJob), total: z.int() }),
});
