/** The look of a tenant's own: name, logos, colours and sender. A draft is edited, and holds from when it is published. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { email, instant, int, line, MAX_INT, nothing, text } from '../wire/wire.ts';

export const DOMAIN_STATES = ['unverified', 'verified', 'failed'] as const;
/** Why a domain could not be verified: nothing stands there, something else does, or no name server answered. */
export const DOMAIN_PROBLEMS = ['no_record', 'other_record', 'no_answer'] as const;

export const LOGO_TYPES = ['image/png', 'image/webp'] as const;
export const MAX_LOGO_BYTES = 512 * 1_024;
const BASE64_PART = 3;
/** A data URL of the largest logo: base64 writes three bytes as four characters. */
const MAX_LOGO_CHARS = Math.ceil(MAX_LOGO_BYTES / BASE64_PART) * 4 + 'data:image/webp;base64,'.length;
/** What is picked as a file; the others are typed. */
export const PICTURES = ['logo_light', 'logo_dark', 'player_splash'] as const;
export type Picture = (typeof PICTURES)[number];
const BODY_BYTES = PICTURES.length * MAX_LOGO_CHARS + 16_384;

export const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'A colour like #0b5d5b'));
const COLOURS = { primary: colour, primary_dark: colour, accent: colour, accent_dark: colour };
/** As a file is picked: its content decides what it is, not the type it names. */
const pickedLogo = z
  .string()
  .check(
    z.maxLength(MAX_LOGO_CHARS, 'A PNG or WebP file of at most 512 KB'),
    z.regex(/^data:image\/(png|webp);base64,[A-Za-z0-9+/]+={0,2}$/, 'A PNG or WebP file of at most 512 KB'),
  );
export const hostName = z.string().check(
  z.overwrite(value => value.trim().toLowerCase()),
  z.maxLength(253),
  z.regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/,
    'A domain like signs.example.org',
  ),
);
const MIN_NAME = 2;
const MAX_NAME = 40;
const appName = text(MIN_NAME, MAX_NAME);

const DRAFT = {
  /** null: not named yet, and so not published. */
  app_name: z.nullable(appName),
  ...COLOURS,
  /** Who e-mails come from: null is the name of the product. */
  mail_name: z.nullable(line(MIN_NAME, MAX_NAME)),
  /** Where answers go, and the sender itself where it is of the verified domain. */
  mail_address: z.nullable(email),
};
export const whiteLabelPatch = z.partial(
  z.strictObject({
    ...DRAFT,
    logo_light: z.nullable(pickedLogo),
    logo_dark: z.nullable(pickedLogo),
    player_splash: z.nullable(pickedLogo),
    domain: z.nullable(hostName),
  }),
);
const storedLogo = z.nullable(z.string());
export const whiteLabel = z.object({
  ...DRAFT,
  /** On light grounds and in e-mails, as a data URL. */
  logo_light: storedLogo,
  logo_dark: storedLogo,
  /** On screens that have nothing to play yet, as a data URL. */
  player_splash: storedLogo,
  state: z.enum(['draft', 'published']),
  /** How often it has been published. */
  published_version: int(0, MAX_INT),
  published_at: z.nullable(instant),
  domain: z.nullable(z.string()),
  domain_state: z.enum(DOMAIN_STATES),
  domain_problem: z.nullable(z.enum(DOMAIN_PROBLEMS)),
  domain_checked_at: z.nullable(instant),
  /** Whether the domain leads to this server; null: not looked up yet. */
  domain_points_here: z.nullable(z.boolean()),
  /** The TXT record that proves whose the domain is. */
  domain_record: z.nullable(z.object({ name: z.string(), value: z.string() })),
  /** What a CNAME of the domain names. */
  domain_target: z.string(),
  version: int(1, MAX_INT),
});
export type WhiteLabel = z.infer<typeof whiteLabel>;
/** What is published, as consoles draw it. */
export const brand = z.object({
  app_name: appName,
  ...COLOURS,
  logo_light: storedLogo,
  logo_dark: storedLogo,
});
export type Brand = z.infer<typeof brand>;

const path = '/api/white-label';
const access = (level: 'R' | 'W') => ({ who: 'user', area: 'white_label', level }) as const;
export const readWhiteLabel = endpoint({
  method: 'GET',
  path,
  access: access('R'),
  summary: 'The draft of the white label, and the state of its domain',
  answer: whiteLabel,
});
export const patchWhiteLabel = endpoint({
  method: 'PATCH',
  path,
  access: access('W'),
  summary: 'Change the draft of the white label',
  body: whiteLabelPatch,
  answer: whiteLabel,
  versioned: true,
  bodyLimit: BODY_BYTES,
});
const act = <const P extends string>(verb: P, summary: string) =>
  endpoint({
    method: 'POST',
    path: `${path}/${verb}`,
    access: access('W'),
    summary,
    body: nothing,
    answer: whiteLabel,
  });
export const publishWhiteLabel = act('publish', 'Let the draft hold');
export const resetWhiteLabel = act('reset', "Go back to the platform's own look");
export const verifyDomain = endpoint({
  method: 'POST',
  path: `${path}/verify-domain`,
  access: { ...access('W'), transactions: 'own' },
  summary: 'Look up the records of the domain',
  limit: 'domain_checks',
  body: nothing,
  answer: whiteLabel,
});
/** For everybody who acts in the tenant. */
export const readBrand = endpoint({
  method: 'GET',
  path: `${path}/brand`,
  access: { who: 'user', area: 'self', level: 'R', transactions: 'own' },
  summary: 'The published white label of the tenant, or of the nearest tenant above it that has one',
  answer: z.object({ brand: z.nullable(brand) }),
});
