/** What a company says of itself in three steps, and what of it is sent and kept as a draft. */
import * as z from 'zod/mini';
import { company, registerBusiness } from '../../../shared/contract/identity/business.ts';
import { email } from '../../../shared/contract/wire/wire.ts';
import { DOCUMENTS } from '../../public/documents.ts';
import { EMPTY_VALUES, registerForm, type RegisterValues } from './form.ts';

export const STEPS = ['company', 'account', 'confirm'] as const;
export type Step = (typeof STEPS)[number];

/** An empty field of a form is one that was left out. */
const maybe = <S extends z.core.$ZodType>(schema: S) => z.union([z.literal(''), schema]);
export const companyForm = z.object({
  company: company.company,
  country: company.country,
  website: maybe(company.website),
  tax_id: maybe(company.tax_id),
  phone: maybe(company.phone),
});
export type CompanyValues = Record<keyof z.infer<typeof companyForm>, string>;
export type Values = CompanyValues & RegisterValues;
export const EMPTY_COMPANY: CompanyValues = { company: '', country: '', website: '', tax_id: '', phone: '' };
export const EMPTY: Values = { ...EMPTY_COMPANY, ...EMPTY_VALUES };

export const COMPANY_FIELDS = Object.keys(EMPTY_COMPANY) as (keyof CompanyValues)[];
export const ACCOUNT_FIELDS = Object.keys(EMPTY_VALUES) as (keyof RegisterValues)[];

/** Of the step that is left: the fields that do not hold, by name, with the messages of the schema. */
export function problemsOf(step: Step, values: Values): Record<string, string> {
  if (step === 'confirm') return {};
  const parsed = z.safeParse(step === 'company' ? companyForm : registerForm, values);
  if (parsed.success) return {};
  const found = parsed.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
  return Object.fromEntries(found.reverse());
}

/** The first step has no number in the address. */
export const stepParam = (step: Step): string | null =>
  step === 'company' ? null : String(STEPS.indexOf(step) + 1);
export const stepOf = (param: string | null): Step =>
  STEPS.find(step => stepParam(step) === param) ?? 'company';
/** No further than the first step whose fields do not hold. */
export const reachedStep = (wanted: Step, values: Values): Step =>
  STEPS.slice(0, STEPS.indexOf(wanted)).find(step => Object.keys(problemsOf(step, values)).length > 0) ??
  wanted;

/** Checked before, so that what does not hold here is a fault of ours. */
export const companyBody = (values: Values) => {
  const filled = COMPANY_FIELDS.filter(name => values[name].trim() !== '').map(name => [name, values[name]]);
  return z.parse(registerBusiness.body!, {
    ...Object.fromEntries(filled),
    email: z.parse(email, values.email),
    terms_version: DOCUMENTS.terms.version,
    dpa_version: DOCUMENTS.dpa.version,
  });
};
export const accountValues = (values: Values): RegisterValues =>
  z.parse(registerForm, Object.fromEntries(ACCOUNT_FIELDS.map(name => [name, values[name]])));

export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const KEY = 'business registration';
const SECRETS = ['password', 'confirmPassword'] as const;

/** In this tab alone and without passwords. */
export function saveDraft(store: DraftStore, values: Values): void {
  const kept = { ...values, ...Object.fromEntries(SECRETS.map(name => [name, ''])) };
  store.setItem(KEY, JSON.stringify(kept));
}
export function readDraft(store: DraftStore): Values | null {
  const stored = store.getItem(KEY);
  if (stored === null) return null;
  try {
    const draft = JSON.parse(stored) as Record<string, unknown>;
    const texts = Object.entries(draft).filter(([name, text]) => name in EMPTY && typeof text === 'string');
    const isEmpty = texts.every(([, text]) => text === '');
    return isEmpty ? null : { ...EMPTY, ...(Object.fromEntries(texts) as Partial<Values>) };
  } catch (error) {
    console.warn('the draft cannot be read', error);
    return null;
  }
}
export const dropDraft = (store: DraftStore) => store.removeItem(KEY);
