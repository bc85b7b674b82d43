/** Settings of the current tenant: the fields of its row, section by section. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, Schema } from '../../../shared/contract/wire/endpoint.ts';
import * as contract from '../../../shared/contract/identity/settings.ts';
import { mount } from '../../http/route.ts';
import { layeredSettingsRoutes } from './layeredSettings.ts';
import { changeTenant } from './tenantWrites.ts';
import { readVisibleTenant } from './tenants.ts';

/** The contract of a section parses the row to its fields, so one handler type serves all sections. */
type SectionHandler = Parameters<typeof mount<Endpoint>>[2];
const sectionHandler = (act: Parameters<typeof mount<typeof contract.general.patch>>[2]) =>
  act as unknown as SectionHandler;

export function settingsRoutes(app: FastifyInstance): void {
  layeredSettingsRoutes(app);
  for (const { read, patch } of Object.values(contract)) {
    mount<Endpoint>(
      app,
      read,
      sectionHandler(async ({ ctx, principal }) => readVisibleTenant(ctx, principal, principal.tenant_id)),
    );
    mount<Endpoint>(
      app,
      patch,
      sectionHandler(async ({ ctx, principal, expected, body }) =>
        changeTenant(ctx, principal, {
          id: principal.tenant_id,
          expected,
          patch: body,
          conflictView: tenant => z.parse<Schema>(read.answer!, tenant) as { version: number },
        }),
      ),
    );
  }
}
