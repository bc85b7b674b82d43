/** Inventory mappings: by which name a partner knows a placement (contract §5). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity, type Transitions } from '../wire/entity.ts';
import { common, id, int, MAX_INT, text, whole } from '../wire/wire.ts';

export const MAPPING_STATES = ['unmapped', 'pending', 'mapped', 'conflict', 'disabled'] as const;
export type MappingState = (typeof MAPPING_STATES)[number];
/** A name that was typed, imported or matched waits for a person; one that another placement has is a conflict. */
export const MAPPING_TRANSITIONS: Transitions<MappingState> = {
  unmapped: ['pending', 'conflict'],
  pending: ['mapped', 'conflict', 'unmapped', 'disabled'],
  mapped: ['pending', 'conflict', 'unmapped', 'disabled'],
  conflict: ['pending', 'unmapped', 'disabled'],
  disabled: ['pending', 'unmapped', 'conflict'],
};
/** A name that one of these has is no other placement's. */
export const NAMED_MAPPINGS = ['pending', 'mapped'] as const satisfies readonly MappingState[];
/** AdCOM's list of venue taxonomies; 5 is OpenOOH 1.1. */
export const VENUE_TAX = { least: 0, usual: 5, most: 5 } as const;
const MAX_VENUES = 10;
const EXTERNAL_MAX = 255;
const editable = {
  external_screen_id: z.nullable(text(1, EXTERNAL_MAX)),
  external_venue_id: z.nullable(text(1, EXTERNAL_MAX)),
  venuetypetax: int(VENUE_TAX.least, VENUE_TAX.most),
  venuetype: z.array(text(1, 64)).check(z.maxLength(MAX_VENUES)),
};
export const inventoryMapping = z.object({
  ...common,
  ...editable,
  partner_id: id,
  placement_id: id,
  state: z.enum(MAPPING_STATES),
  partner_name: z.string(),
  device_name: z.string(),
  zone: z.string(),
});
export type InventoryMapping = z.infer<typeof inventoryMapping>;

export const inventoryMappingCreate = z.strictObject({
  ...editable,
  partner_id: id,
  placement_id: id,
  external_screen_id: z._default(editable.external_screen_id, null),
  external_venue_id: z._default(editable.external_venue_id, null),
  venuetypetax: z._default(editable.venuetypetax, VENUE_TAX.usual),
  /** The placement's where it is left empty. */
  venuetype: z._default(editable.venuetype, []),
});
export const inventoryMappingPatch = z.partial(z.strictObject(editable));

export const inventoryMappings = entity({
  path: '/api/programmatic/inventory-mappings',
  bulk: ['delete', 'restore', 'confirm', 'disable', 'enable'],
  area: 'programmatic',
  row: inventoryMapping,
  create: inventoryMappingCreate,
  patch: inventoryMappingPatch,
  removable: true,
  listOptions: {
    sorts: ['device_name', 'partner_name', 'external_screen_id', 'state', 'created_at', 'updated_at'],
    defaultSort: 'device_name',
    enums: { status: { state: MAPPING_STATES } },
    ids: ['partner_id', 'placement_id'],
  },
  actions: {
    confirm: { summary: 'Say that the partner knows it by this name', from: ['pending'], to: 'mapped' },
    disable: {
      summary: 'Offer it to this partner no more',
      from: ['pending', 'mapped', 'conflict'],
      to: 'disabled',
      undo: 'enable',
    },
    /** It waits for a person again, or is in conflict where its name is another's by now. */
    enable: { summary: 'Offer it to this partner again', from: ['disabled'] },
  },
});

const ofPartner = z.strictObject({ partner_id: id });
const W = { who: 'user', area: 'programmatic', level: 'W' } as const;
export const confirmMappings = endpoint({
  method: 'POST',
  path: '/api/programmatic/inventory-mappings/confirm-all',
  access: W,
  summary: 'Confirm all pending mappings of a partner',
  body: ofPartner,
  answer: z.object({ confirmed: int(0, MAX_INT) }),
});
/** Every placement without a mapping of this partner gets one, named by the serial number of its screen or, without it, by its name. */
export const autoMatch = endpoint({
  method: 'POST',
  path: '/api/programmatic/inventory-mappings/auto-match',
  access: W,
  summary: 'Suggest a name for every placement that the partner does not know',
  body: ofPartner,
  answer: z.object({ pending: int(0, MAX_INT), conflicts: int(0, MAX_INT) }),
});

export const MAX_IMPORTED = 5_000;
export const IMPORT_FAULTS = ['no_screen', 'ambiguous', 'twice', 'taken', 'invalid'] as const;
/** Columns `screen` (its name, serial number or id), `external_screen_id`, and perhaps `external_venue_id`. */
export const importMappings = endpoint({
  method: 'POST',
  path: '/api/programmatic/inventory-mappings/import',
  access: W,
  summary: 'Read mappings of a partner from CSV; a dry run only says what would become of each line',
  query: z.object({ dry_run: z.optional(z.enum(['1'])) }),
  body: z.strictObject({ partner_id: id, csv: z.string().check(z.minLength(1), z.maxLength(900_000)) }),
  answer: z.object({
    made: int(0, MAX_INT),
    changed: int(0, MAX_INT),
    same: int(0, MAX_INT),
    failed: z.array(z.object({ line: int(1, MAX_INT), screen: z.string(), error: z.enum(IMPORT_FAULTS) })),
  }),
});

const counts = z.object({
  mapped: int(0, MAX_INT),
  pending: int(0, MAX_INT),
  conflict: int(0, MAX_INT),
  disabled: int(0, MAX_INT),
  /** Placements that the partner has no name of. */
  gaps: int(0, MAX_INT),
});
/** Placements of screens in service × partners that are not in the archive. */
export const mappingMatrix = endpoint({
  method: 'GET',
  path: '/api/programmatic/mapping-matrix',
  access: { who: 'user', area: 'programmatic', level: 'R' },
  summary: 'Which partner knows which placement by which name, and where names are missing',
  query: z.object({
    gaps: z.optional(z.enum(['1'])),
    limit: whole(1, 100, 25),
    offset: whole(0, 1_000_000, 0),
  }),
  answer: z.object({
    partners: z.array(z.object({ id, name: z.string(), counts })),
    rows: z.array(
      z.object({
        placement_id: id,
        device_name: z.string(),
        zone: z.string(),
        /** In the order of the partners. */
        cells: z.array(
          z.object({ state: z.enum(MAPPING_STATES), external_screen_id: z.nullable(z.string()) }),
        ),
      }),
    ),
    total: int(0, MAX_INT),
  }),
});
export type MatrixCell = { state: MappingState; external_screen_id: string | null };
