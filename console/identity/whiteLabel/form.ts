/** The fields of a white label that are typed; logos are picked beside them. */
import {
  whiteLabelPatch,
  patchWhiteLabel,
  type WhiteLabel,
} from '../../../shared/contract/identity/whiteLabel.ts';
import * as z from 'zod/mini';
import type { Field } from '../../kit/resource/form.ts';

const FIELDS = [
  { name: 'app_name', input: { as: 'text', nullable: true }, hint: true },
  { name: 'primary', input: { as: 'colour' }, hint: true },
  { name: 'primary_dark', input: { as: 'colour' } },
  { name: 'accent', input: { as: 'colour' }, hint: true },
  { name: 'accent_dark', input: { as: 'colour' } },
  { name: 'mail_name', input: { as: 'text', nullable: true }, hint: true },
  { name: 'mail_address', input: { as: 'text', type: 'email', nullable: true }, hint: true },
  { name: 'domain', input: { as: 'text', nullable: true }, hint: true },
] as const satisfies readonly Field<Partial<WhiteLabel>>[];

export const WHITE_LABEL = {
  name: 'whiteLabel',
  area: 'white_label',
  form: {
    schema: z.omit(whiteLabelPatch, { logo_light: true, logo_dark: true, player_splash: true }),
    fields: FIELDS as readonly Field<Record<string, unknown>>[],
  },
  endpoints: { patch: patchWhiteLabel },
} as const;

/** What is typed is not what is kept yet. */
export const hasUnsaved = (typed: Readonly<Record<string, unknown>>, kept: WhiteLabel) =>
  FIELDS.some(({ name }) => name in typed && typed[name] !== kept[name]);

/** Name and colours alone, for the settings of the tenant: the sender and the domain stand on the page of the white label. */
const BASICS: readonly string[] = ['app_name', 'primary', 'primary_dark', 'accent', 'accent_dark'];
export const BRAND_BASICS = {
  ...WHITE_LABEL,
  form: {
    ...WHITE_LABEL.form,
    fields: WHITE_LABEL.form.fields.filter(({ name }) => BASICS.includes(name)),
  },
} as const;
