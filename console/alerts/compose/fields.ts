/** The fields of an alert, and the steps in which they are filled in. */
import { TARGET_MODES, type AlertText } from '../../../shared/contract/alerts/alert.ts';
import * as cap from '../../../shared/contract/alerts/cap.ts';

import type { Field, FormStep } from '../../kit/resource/form.ts';
import { LANGUAGES } from '../../../shared/constants.ts';
import { AREAS, GEOCODES } from './places.ts';
import { mostOf } from './values.ts';

export const deviceRelation = async () => (await import('../../../shared/contract/fleet/device.ts')).devices;
const MAX_SCREENS = 500;
/** A draft of CAP is no alert that anybody makes here. */
const STATUSES = cap.SHOWN_STATUSES;
const DURATION = { as: 'duration', unit: 's', nullable: true } as const;
const SCREENS = { as: 'relations', of: deviceRelation, max: MAX_SCREENS } as const;
const by = (...is: string[]) => ({ field: 'mode', is });
const textFields = (name: keyof AlertText, as: 'text' | 'area') =>
  LANGUAGES.map(language => ({
    name: `${name}_${language}`,
    input: { as, max: mostOf(name, language) },
  }));

export const ALERT_FIELDS: readonly Field<Record<string, unknown>>[] = [
  ...textFields('headline', 'text'),
  ...textFields('instruction', 'area'),
  ...textFields('description', 'area'),
  ...textFields('sender_name', 'text').map(field => ({ ...field, hint: true })),
  { name: 'mode', input: { as: 'select', options: TARGET_MODES } },
  { name: 'areas', input: AREAS, when: by('geo', 'mixed') },
  { name: 'geocodes', input: GEOCODES, hint: true, when: by('geo', 'mixed') },
  { name: 'buffer_m', input: { as: 'number' }, hint: true, when: by('geo', 'mixed') },
  { name: 'device_ids', input: SCREENS, when: by('devices', 'mixed') },
  { name: 'tags', input: { as: 'tags' }, when: by('tags', 'mixed') },
  { name: 'exclude_device_ids', input: SCREENS, hint: true },
  { name: 'urgency', input: { as: 'select', options: cap.URGENCIES } },
  { name: 'severity', input: { as: 'select', options: cap.SEVERITIES } },
  { name: 'certainty', input: { as: 'select', options: cap.CERTAINTIES } },
  { name: 'ttl_s', input: DURATION, hint: true },
  { name: 'status', input: { as: 'select', options: STATUSES }, hint: true },
  {
    name: 'forced',
    input: { as: 'check' },
    hint: true,
    when: { field: 'status', is: STATUSES.filter(status => status !== 'Actual') },
  },
  { name: 'sound', input: { as: 'check' }, hint: true },
  {
    name: 'template',
    input: { as: 'select', options: cap.TEMPLATES, nullable: true, empty: 'by_priority' },
    hint: true,
  },
  {
    name: 'priority',
    input: { as: 'select', options: cap.PRIORITIES, nullable: true, empty: 'by_grade' },
    hint: true,
  },
  { name: 'effective_at', input: { as: 'dateTime', nullable: true }, hint: true },
  { name: 'max_display_s', input: DURATION, hint: true },
  { name: 'event', input: { as: 'text' }, hint: true },
  { name: 'category', input: { as: 'choices', options: cap.CATEGORIES } },
  { name: 'response_types', input: { as: 'choices', options: cap.RESPONSE_TYPES }, hint: true },
];

export const ALERT_STEPS: readonly FormStep[] = [
  {
    name: 'message',
    fields: [
      ...['headline_en', 'headline_zh', 'instruction_en', 'instruction_zh'],
      ...['description_en', 'description_zh', 'sender_name_en', 'sender_name_zh'],
    ],
  },
  {
    name: 'place',
    fields: [...['mode', 'areas', 'geocodes', 'buffer_m', 'device_ids', 'tags', 'exclude_device_ids']],
  },
  {
    name: 'weight',
    fields: [
      ...['urgency', 'severity', 'certainty', 'ttl_s', 'status', 'forced', 'sound', 'template', 'priority'],
      ...['effective_at', 'max_display_s', 'event', 'category', 'response_types'],
    ],
  },
];
