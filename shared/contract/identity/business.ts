/** What a company says of itself when it registers. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { country, email, line, ok, phone, text, webUrl } from '../wire/wire.ts';

const documentVersion = z.string().check(z.regex(/^\d{1,4}\.\d{1,4}$/));

export const company = {
  company: line(2, 120),
  country,
  website: z.optional(webUrl),
  tax_id: z.optional(text(1, 32)),
  phone: z.optional(phone),
};
/** As the page of prices calls it. */
export const MAX_PLAN_CHARS = 80;
/** AMBIG-REG-01: sent before the account, which the approver finds beside it by the address. */
export const registerBusiness = endpoint({
  method: 'POST',
  path: '/api/business/registrations',
  access: { who: 'anyone' },
  summary: 'Hand in the details of a company, before its account is asked for',
  limit: 'business_registrations',
  body: z.strictObject({
    ...company,
    email,
    /** That it would like to have; the approver sees it. */
    plan: z.optional(line(1, MAX_PLAN_CHARS)),
    terms_version: documentVersion,
    dpa_version: documentVersion,
  }),
  answer: ok,
});
