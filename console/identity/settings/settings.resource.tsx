import { general, locale, notifications, security } from '../../../shared/contract/identity/settings.ts';
import { retention } from '../../../shared/contract/trust/retention.ts';
import { SHORTENED_RULES } from '../../../shared/contract/trust/retentionRules.ts';
import { ROLES } from '../../../shared/contract/wire/roles.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineSettings, section } from '../../kit/resource/defineSettings.ts';

const RetentionPanel = lazyPanel(
  async () => ({ default: (await import('../../trust/compliance/RetentionTable.tsx')).RetentionTable }),
  ['complianceFigures'],
);
const MailPanel = lazyWithRetry(async () => ({ default: (await import('./MailPanel.tsx')).MailPanel }));
const SignInPanel = lazyWithRetry(async () => ({ default: (await import('./SignInPanel.tsx')).SignInPanel }));
const DemoPanel = lazyWithRetry(async () => ({ default: (await import('./DemoPanel.tsx')).DemoPanel }));

export default defineSettings({
  name: 'settings',
  area: 'settings',
  sections: [
    section({
      name: 'general',
      ...general,
      fields: [
        { name: 'name', input: { as: 'text' } },
        { name: 'country', input: { as: 'code', of: 'country', nullable: true } },
        { name: 'tax_id', input: { as: 'text', nullable: true } },
      ],
    }),
    section({
      name: 'locale',
      ...locale,
      fields: [
        { name: 'tz', input: { as: 'code', of: 'zone' }, hint: true },
        { name: 'currency', input: { as: 'code', of: 'currency' } },
      ],
    }),
    section({
      name: 'security',
      ...security,
      fields: [
        { name: 'open_signup', input: { as: 'check' }, hint: true },
        { name: 'require_second_factor_roles', input: { as: 'choices', options: ROLES }, hint: true },
      ],
    }),
    section({
      name: 'notifications',
      ...notifications,
      fields: [
        { name: 'incident_mail', input: { as: 'check' }, hint: true },
        { name: 'quiet_from', input: { as: 'text', type: 'time', nullable: true }, hint: true },
        { name: 'quiet_to', input: { as: 'text', type: 'time', nullable: true }, hint: true },
      ],
    }),
    section({
      name: 'retention',
      ...retention,
      fields: SHORTENED_RULES.map(name => ({
        name,
        input: { as: 'number', nullable: true } as const,
        hint: true,
      })),
      below: RetentionPanel,
    }),
    { name: 'mail', panel: MailPanel },
    { name: 'sign_in', panel: SignInPanel },
    { name: 'demo', panel: DemoPanel },
  ],
});
