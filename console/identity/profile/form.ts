/** What one may change of oneself; the preferences stand among the rest and go out as one value. */
import * as z from 'zod/mini';
import { prefs, type User } from '../../../shared/contract/identity/auth.ts';
import { patchMe } from '../../../shared/contract/identity/user.ts';
import type { Form } from '../../kit/resource/form.ts';
import { groupFields } from '../../kit/resource/groupFields.ts';
import { THEMES } from '../../app/theme.ts';

const PREFS = { theme: 'theme', density: 'density', shortcuts: 'shortcuts' };

export const PROFILE_FORM: Form<User> = {
  schema: z.extend(z.omit(patchMe.body!, { prefs: true }), prefs.shape),
  fields: [
    { name: 'first_name', input: { as: 'text', nullable: true } },
    { name: 'last_name', input: { as: 'text', nullable: true } },
    { name: 'locale', input: { as: 'select', options: ['en', 'zh'] } },
    { name: 'tz', input: { as: 'code', of: 'zone' }, hint: true },
    { name: 'theme', input: { as: 'select', options: THEMES } },
    { name: 'density', input: { as: 'select', options: ['comfortable', 'compact'] } },
    { name: 'shortcuts', input: { as: 'check' }, hint: true },
  ],
  from: user => ({ ...user, ...user.prefs }),
  body: (changed, user) => groupFields(changed, { field: 'prefs', current: user.prefs, parts: PREFS }),
};
