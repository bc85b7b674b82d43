/** OpenAPI from the contract at /docs and /docs/json. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, Schema } from '../../shared/contract/wire/endpoint.ts';
import type { Server } from '../context/server.ts';

const json = (schema: Schema, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-7' });

const PARTNER_KEY = 'partnerKey';
const refusal = (description: string) => ({
  description,
  type: 'object',
  required: ['error', 'message', 'details'],
  properties: { error: { type: 'string' }, message: { type: 'string' }, details: { type: 'object' } },
});
/** What a partner may be answered; others are known by the console's own texts. */
const REFUSALS = {
  400: refusal('VALIDATION: what is wrong, by the name of the field in `details`.'),
  401: refusal('AUTH_REQUIRED: the key is not known, has expired or was revoked.'),
  403: refusal('SCOPE: `details.reason` is scope, address, test_only, priority or jurisdiction.'),
  404: refusal('NOT_FOUND: no alert of this partner has the id.'),
  409: refusal('DUPLICATE: sent before. STATE: the alert has ended, or is not published yet.'),
  415: refusal('TYPE_REFUSED: neither CAP in XML nor in JSON.'),
  429: refusal('RATE_LIMITED: more calls a minute than the key is made for.'),
};

/** JSON Schema for the documentation page only; routes validate with zod. */
function described(endpoint: Endpoint): FastifySchema {
  const { params, query, body, answer, access } = endpoint;
  const typed =
    answer === 'bytes' || answer === 'text' || answer === undefined
      ? { type: 'null' }
      : json(answer, 'output');
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2] ?? 'media'],
    ...(params && { params: json(params, 'input') }),
    ...(query && { querystring: json(query, 'input') }),
    ...(body && { body: json(body, 'input') }),
    ...(endpoint.documents && {
      consumes: [...endpoint.documents],
      body: { type: 'string', description: 'One CAP 1.0–1.2 message: the document itself.' },
    }),
    /** Any of them opens it. */
    ...(access.who === 'police' && {
      security: [access.scope].flat().map(scope => ({ [PARTNER_KEY]: [scope] })),
    }),
    response: {
      [answer === undefined ? 204 : 200]: typed,
      ...(access.who === 'police' && REFUSALS),
    },
  };
}

export async function installDocs(app: FastifyInstance, server: Server): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Wayside', description: 'Sees moments, not identities', version: server.appVersion },
      components: {
        securitySchemes: {
          [PARTNER_KEY]: {
            ...{ type: 'http', scheme: 'bearer', bearerFormat: 'pk_live_… or pk_test_…' },
            description: 'The key that staff made for the partner.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const endpoint = route.config?.endpoint;
      if (!endpoint) return { schema: { ...schema, hide: true }, url };
      return { schema: described(endpoint), url };
    },
  });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
}
