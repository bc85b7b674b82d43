/** Settings of the tenant acted in: the fields of its row, section by section. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, Schema } from '../../../shared/contract/wire/endpoint.ts';
import * as contract from '../../../shared/contract/identity/settings.ts';
import { mount } from '../../http/route.ts';
import { changeTenant } from './tenantWrites.ts';
import { rowSeenBy } from './tenants.ts';

/** A section's own type is settled by its contract, which cuts the row to its fields. */
type Shown = Parameters<typeof mount<Endpoint>>[2];
const shown = (act: Parameters<typeof mount<typeof contract.general.patch>>[2]) => act as unknown as Shown;

export function settingsRoutes(app: FastifyInstance): void {
  for (const { read, patch } of Object.values(contract)) {
    mount<Endpoint>(
      app,
      read,
      shown(async ({ work, caller }) => rowSeenBy(work, caller, caller.tenant_id)),
    );
    mount<Endpoint>(
      app,
      patch,
      shown(async ({ work, caller, expected, body }) =>
        changeTenant(work, caller, {
          id: caller.tenant_id,
          expected,
          patch: body,
          shown: tenant => z.parse<Schema>(read.answer!, tenant) as { version: number },
        }),
      ),
    );
  }
}
