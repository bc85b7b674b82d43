/** OpenAPI from the contract at /docs and /docs/json. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, Schema } from '../../shared/contract/wire/endpoint.ts';
import type { Server } from '../context/server.ts';

const json = (schema: Schema, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-7' });

/** JSON Schema for the documentation page only; routes validate with zod. */
function described(endpoint: Endpoint): FastifySchema {
  const { params, query, body, answer } = endpoint;
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
    response: { [answer === undefined ? 204 : 200]: typed },
  };
}

export async function installDocs(app: FastifyInstance, server: Server): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Wayside', description: 'Sees moments, not identities', version: server.appVersion },
    },
    transform: ({ schema, url, route }) => {
      const endpoint = route.config?.endpoint;
      if (!endpoint) return { schema: { ...schema, hide: true }, url };
      return { schema: described(endpoint), url };
    },
  });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
}
