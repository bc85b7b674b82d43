/** Where, when and how large the code of a creative stands over it, and where a scan leads. */
import * as z from 'zod/mini';
import { endpoint } from '../../wire/endpoint.ts';
import { entity } from '../../wire/entity.ts';
import { common, int, MAX_INT, name, text } from '../../wire/wire.ts';
import { codeValues } from '../codes.ts';

export const QR_RULE_STATES = ['active', 'paused'] as const;
/** What a template may name of the scan: the code itself and the creative. */
export const TEMPLATE_FIELDS = ['code', 'creative'] as const;
const MAX_TEMPLATE = 500;
const MAX_UTM = 80;
const FIELD = /\{([^{}]*)\}/g;
const isTemplate = (value: string) =>
  /^https:\/\//i.test(value) &&
  URL.canParse(value) &&
  !/[{}]/.test(new URL(value).host) &&
  [...value.matchAll(FIELD)].every(([, field]) => (TEMPLATE_FIELDS as readonly unknown[]).includes(field));
const template = text(1, MAX_TEMPLATE).check(
  z.refine(isTemplate, 'A web address like https://example.org/?c={code}'),
);

const utm = text(0, MAX_UTM);
const editable = {
  name,
  ...codeValues,
  /** null: where the creative itself leads. */
  url_template: z.nullable(template),
  utm_source: utm,
  utm_medium: utm,
  utm_campaign: utm,
};
export const qrRule = z.object({
  ...common,
  ...editable,
  url_template: z.nullable(z.string()),
  /** Never given to another rule: it stands in the addresses of codes. */
  number: int(1, MAX_INT),
  /** The first that fits an item is the one that counts. */
  rank: int(1, MAX_INT),
  status: z.enum(QR_RULE_STATES),
  scans: z.int(),
});
export type QrRule = z.infer<typeof qrRule>;
const SIZE_PCT = 18;
const SHOW_S = 5;
export const qrRuleCreate = z.strictObject({
  ...editable,
  kinds: z._default(editable.kinds, []),
  dayparts: z._default(editable.dayparts, []),
  campaign_ids: z._default(editable.campaign_ids, []),
  place: z._default(editable.place, 'bottom_right'),
  size_pct: z._default(editable.size_pct, SIZE_PCT),
  min_show_s: z._default(editable.min_show_s, SHOW_S),
  url_template: z._default(editable.url_template, null),
  utm_source: z._default(utm, ''),
  utm_medium: z._default(utm, ''),
  utm_campaign: z._default(utm, ''),
});

export const qrRules = entity({
  path: '/api/player-config/qr-rules',
  bulk: ['delete', 'restore', 'pause', 'resume'],
  area: 'player_config',
  row: qrRule,
  create: qrRuleCreate,
  patch: z.partial(z.strictObject(editable)),
  removable: true,
  listOptions: {
    sorts: ['rank', 'name', 'size_pct', 'min_show_s', 'created_at'],
    defaultSort: 'rank',
    enums: { status: { status: QR_RULE_STATES } },
  },
  actions: {
    earlier: { summary: 'Ask it before the rule above it' },
    later: { summary: 'Ask it after the rule below it' },
    pause: { summary: 'Draw no codes by it', from: ['active'], to: 'paused', undo: 'resume' },
    resume: { summary: 'Draw codes by it again', from: ['paused'], to: 'active', undo: 'pause' },
  },
});

const MAX_CODE = 64;
/** Leads whoever scans a code on; it notes that somebody did, and nothing of who. */
export const scanCode = endpoint({
  method: 'GET',
  path: '/q/:code',
  access: { who: 'anyone' },
  limit: 'scans',
  summary: 'Leads from a code on a screen to where its creative leads',
  params: z.object({ code: z.string().check(z.maxLength(MAX_CODE)) }),
  answer: 'text',
});
