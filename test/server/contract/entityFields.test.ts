/** OPEN-ENT-06: the fields of design/contract.md §1, 2, 3, 4 and 9, written down by hand, in the schema and in the database. */
import { getTableColumns, type Table } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import * as tables from '../../../server/db/schema.ts';
import { contentItem } from '../../../shared/contract/content/contentItem.ts';
import { KIND_FIELDS } from '../../../shared/contract/content/contentKinds.ts';
import { mediaFile } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { asset, CHUNK_BYTES } from '../../../shared/contract/content/media.ts';
import { decision, submission } from '../../../shared/contract/content/submission.ts';
import { invoiceDetail } from '../../../shared/contract/sales/billing/invoice.ts';
import { evidence, invoiceLine } from '../../../shared/contract/sales/billing/invoiceLine.ts';
import { earningDetail } from '../../../shared/contract/sales/earning.ts';
import { listing } from '../../../shared/contract/sales/listing.ts';
import { auditEvent } from '../../../shared/contract/trust/audit.ts';
import { ticketMessage, ticketThread } from '../../../shared/contract/trust/ticket.ts';
import { endpoints } from '../../support/contract.ts';
import { storedEntities } from '../../support/contract/tables.ts';

interface Entity {
  /** Whose shapes hold its fields. */
  schemas: readonly { shape: object }[];
  /** Where they are stored; the first is the one of the entity. */
  stored: readonly Table[];
  /** As the page has them; `page=schema` and `page=schema:column` where the product calls or stores one otherwise. */
  fields: string;
  /** Of the page and not in the product. */
  missing?: readonly string[];
}
const ENTITIES: Record<string, Entity> = {
  audit_event: {
    schemas: [auditEvent],
    stored: [tables.auditEvents, tables.auditDetails],
    fields: `actor=actor_id actor_role action target_type target_id diff=detail ip=detail ua=detail request_id
      prev_hash hash`,
  },
  listing: {
    schemas: [listing],
    stored: [tables.listings],
    fields: `device_id group_id title format=format:w+h+durations_ms floor_micros currency avails_per_h share_max_pct
      blocked_cats state`,
    // The model of a screen stands on its placement, which names the listing.
    missing: ['multiplier_model_id'],
  },
  earning: {
    schemas: [earningDetail],
    stored: [tables.earnings, tables.earningAdjustments],
    fields: `owner_user_id device_id period online_h=online_ms plays gross_minor fee_pct net_minor
      adjustments=adjustments:amount_minor+reason state`,
  },
  media_asset: {
    schemas: [asset, mediaFile],
    stored: [tables.mediaAssets],
    fields: `filename mime bytes sha256 chunk_bytes=sha256:chunks_sha256 w h duration_ms renditions
      poster=poster_url:poster_sha256 folder licence_until state`,
  },
  submission: {
    schemas: [submission, decision],
    stored: [tables.submissions],
    fields: `subject submitter=submitter:created_by note assigned_to priority sla_due decisions by=by:decisions
      decision=decision:decisions reason_code=reason_code:decisions reason=reason:decisions at=at:decisions state`,
  },
  content_item: {
    schemas: [contentItem],
    stored: [tables.contentItems],
    fields: `kind title body image=image:image_id cta_url languages=languages:title geo starts_at ends_at source priority
      public state address=address:details hours=hours:details category=category:details
      price_level=price_level:details venue=venue:details starts=event_starts_at:details ends=event_ends_at:details
      ticket_url=ticket_url:details duration_min=duration_min:details best_time=best_time:details
      merchant=merchant:details price_was=price_was_minor:details price_now=price_now_minor:details code=code:details
      terms=terms:details employer=employer:details employment=employment:details pay_min=pay_min_minor:details
      pay_max=pay_max_minor:details unit=unit:details apply_url=apply_url:details source_name=source_name:details
      published_at=published_at:details`,
  },
  invoice: {
    schemas: [invoiceDetail, invoiceLine],
    stored: [tables.invoices],
    fields: `number period=period_from+period_to lines text=text:lines qty=qty:lines unit_minor=unit_minor:lines
      tax_pct=tax_pct:lines evidence=evidence:lines subtotal=subtotal_minor tax=tax_minor total=total_minor due_at state`,
  },
  ticket: {
    schemas: [ticketThread, ticketMessage],
    stored: [tables.tickets, tables.ticketMessages, tables.ticketAttachments],
    fields: `number subject body category priority requester=requester_id+requester_name assignee=assignee_id
      links=device_id+campaign_id+invoice_id attachments=attachments:name+bytes sla=sla+due_at:first_due_at+resolve_due_at state`,
  },
};
const placesOf = ({ fields }: Entity) =>
  fields.split(/\s+/).map(field => {
    const [page = '', names = page] = field.split('=');
    const [inSchema = '', inDatabase = inSchema] = names.split(':');
    return { page, inSchema: inSchema.split('+'), inDatabase: inDatabase.split('+') };
  });
const isInSchema = ({ schemas }: Entity, name: string) => schemas.some(({ shape }) => name in shape);
const isStored = ({ stored }: Entity, name: string) => stored.some(table => name in getTableColumns(table));

describe('OPEN-ENT-06 the fields of the page', () => {
  it.each(Object.entries(ENTITIES))(
    'OPEN-ENT-06 are in the schema and in the database: of %s',
    (name, entity) => {
      const nowhere = placesOf(entity).flatMap(({ page, inSchema, inDatabase }) => [
        ...inSchema
          .filter(field => !isInSchema(entity, field))
          .map(field => `${page}: no ${field} in the schema`),
        ...inDatabase.filter(field => !isStored(entity, field)).map(field => `${page}: no column ${field}`),
      ]);
      expect(nowhere).toEqual([]);
      const { table } = storedEntities.find(one => one.entity === name)!;
      expect(Object.values(tables)).toContain(entity.stored[0]);
      expect((entity.stored[0] as unknown as Record<symbol, string>)[Symbol.for('drizzle:Name')]).toBe(table);
      // Who builds one of these moves it to the fields.
      expect((entity.missing ?? []).filter(field => isInSchema(entity, field))).toEqual([]);
    },
  );

  it('OPEN-ENT-06 of local content are those of its kinds, and a file is cut into chunks of 1 MiB', () => {
    const byKind = new Set(Object.values(KIND_FIELDS).flatMap(fields => Object.keys(fields)));
    const named = placesOf(ENTITIES['content_item']!)
      .filter(({ inDatabase }) => inDatabase.includes('details'))
      .flatMap(({ inSchema }) => inSchema);
    expect([...byKind].filter(field => field !== 'currency').sort()).toEqual(named.sort());
    expect(CHUNK_BYTES).toBe(1_048_576);
    expect(Object.keys(evidence.shape)).toEqual(expect.arrayContaining(['campaign_id', 'contract_id']));
  });

  it('OPEN-ENT-06 of settings are read and changed section by section, and stand at the tenant', () => {
    const sections = [
      'general',
      'locale',
      'security',
      'uploads',
      'notifications',
      'integrations',
      'retention',
    ];
    const paths = [...sections, 'flags'].map(name => `/api/settings/${name}`);
    const served = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
    // The brand is the white label.
    const missing = [...paths, '/api/white-label']
      .flatMap(path => ['GET', 'PATCH'].map(method => `${method} ${path}`))
      .filter(key => !served.has(key));
    expect(missing).toEqual([]);
    expect(served).toContain('POST /api/settings/test');
    const columns = Object.keys(getTableColumns(tables.tenants));
    expect(columns).toEqual(expect.arrayContaining(['name', 'tz', 'currency', 'settings', 'smtp', 'oauth']));
    expect(columns).toEqual(expect.arrayContaining(['incident_mail', 'quiet_from', 'quiet_to', 'retention']));
  });
});
