import { general, locale, notifications } from '../../../shared/contract/identity/settings.ts';
import {
  bidRequests,
  counting,
  flags,
  security,
  SWITCHES,
  TAKEN_MEDIA,
  uploads,
} from '../../../shared/contract/identity/settings/layered.ts';
import { FEATURES } from '../../../shared/contract/identity/settings/features.ts';
import { isStaff, ROLES } from '../../../shared/contract/wire/roles.ts';
import { retention } from '../../../shared/contract/trust/retention.ts';
import { SHORTENED_RULES } from '../../../shared/contract/trust/retentionRules.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineSettings, section } from '../../kit/resource/defineSettings.ts';

const IntegrationsPanel = lazyWithRetry(async () => ({
  default: (await import('./IntegrationsPanel.tsx')).IntegrationsPanel,
}));
const Origins = lazyWithRetry(async () => ({ default: (await import('./Origins.tsx')).Origins }));
const BrandPanel = lazyPanel(
  async () => ({ default: (await import('./BrandPanel.tsx')).BrandPanel }),
  ['whiteLabel'],
);
const RetentionPanel = lazyPanel(
  async () => ({ default: (await import('../../trust/compliance/RetentionTable.tsx')).RetentionTable }),
  ['complianceFigures'],
);
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
        { name: 'legal_address', input: { as: 'area' } },
        { name: 'billing_address', input: { as: 'area' } },
        { name: 'contact_email', input: { as: 'text', type: 'email', nullable: true }, hint: true },
        { name: 'contact_phone', input: { as: 'text', nullable: true } },
      ],
      above: Origins,
    }),
    { name: 'brand', panel: BrandPanel },
    section({
      name: 'locale',
      ...locale,
      fields: [
        { name: 'tz', input: { as: 'code', of: 'zone' }, hint: true },
        { name: 'currency', input: { as: 'code', of: 'currency' } },
      ],
      above: Origins,
    }),
    section({
      name: 'security',
      ...security,
      fields: [
        { name: 'open_signup', input: { as: 'check' }, hint: true },
        { name: 'require_second_factor_roles', input: { as: 'choices', options: ROLES }, hint: true },
        { name: 'session_max_h', input: { as: 'number', nullable: true }, hint: true },
        { name: 'session_idle_min', input: { as: 'number', nullable: true }, hint: true },
      ],
      above: Origins,
    }),
    section({
      name: 'uploads',
      ...uploads,
      fields: [
        {
          name: 'media_taken',
          input: { as: 'select', options: TAKEN_MEDIA, nullable: true, empty: 'inherited' },
        },
        { name: 'image_mb', input: { as: 'number', nullable: true }, hint: true },
        { name: 'video_mb', input: { as: 'number', nullable: true }, hint: true },
        { name: 'video_s', input: { as: 'number', nullable: true }, hint: true },
        { name: 'storage_warn_gb', input: { as: 'number', nullable: true }, hint: true },
      ],
      above: Origins,
    }),
    section({
      name: 'notifications',
      ...notifications,
      fields: [
        { name: 'incident_mail', input: { as: 'check' }, hint: true },
        { name: 'quiet_from', input: { as: 'text', type: 'time', nullable: true }, hint: true },
        { name: 'quiet_to', input: { as: 'text', type: 'time', nullable: true }, hint: true },
      ],
      above: Origins,
    }),
    { name: 'integrations', panel: IntegrationsPanel },
    section({
      name: 'counting',
      ...counting,
      fields: [
        { name: 'min_completion_pct', input: { as: 'number', nullable: true }, hint: true },
        { name: 'min_visible_pct', input: { as: 'number', nullable: true }, hint: true },
      ],
      above: Origins,
    }),
    section({
      name: 'bidRequests',
      ...bidRequests,
      fields: [{ name: 'place_decimals', input: { as: 'number', nullable: true }, hint: true }],
      above: Origins,
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
    section({
      name: 'flags',
      ...flags,
      fields: FEATURES.map(name => ({
        name,
        input: {
          ...{ as: 'select', options: SWITCHES, nullable: true, empty: 'inherited' },
          isOptionAllowed: (option, { role, isOutsideHomeTenant }) =>
            option === 'on' || option === 'off' || (isStaff(role) && !isOutsideHomeTenant),
        },
        hint: true,
      })),
      above: Origins,
    }),
    { name: 'demo', panel: DemoPanel },
  ],
});
