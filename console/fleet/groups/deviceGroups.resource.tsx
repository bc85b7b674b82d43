import * as z from 'zod/mini';
import { deviceGroup, deviceGroupCreate, deviceGroups } from '../../../shared/contract/fleet/deviceGroup.ts';
import { tags } from '../../../shared/contract/wire/wire.ts';
import { defineResource, FORM_PANEL } from '../../kit/resource/defineResource.ts';
import { GroupSchedulePanel } from '../../playout/schedule/panels.tsx';
import { screenPlaylists } from '../relations.ts';
import { MembersPanel } from './MembersPanel.tsx';

/** The form has the tags of the rule; a group without any has no rule. */
const form = z.extend(z.omit(deviceGroups.patch.body!, { rule: true }), { rule_tags: z.optional(tags) });
const ruleOf = ({ rule_tags, ...rest }: { rule_tags?: string[] | undefined }) => ({
  ...rest,
  ...(rule_tags === undefined ? {} : { rule: rule_tags.length === 0 ? null : { tags: rule_tags } }),
});

const FIELDS = [
  { name: 'name', input: { as: 'text' } },
  {
    name: 'playlist_id',
    input: { ...screenPlaylists, nullable: true },
    hint: true,
  },
  {
    name: 'parent_id',
    input: { as: 'pick', of: deviceGroups, nullable: true },
    hint: true,
  },
] as const;

export default defineResource({
  name: 'deviceGroups',
  entity: deviceGroups,
  row: deviceGroup,
  pages: ['deviceGroups'],
  opensIn: 'sheet',
  label: row => row.name,
  columns: [
    { key: 'name', as: 'text' },
    { key: 'screens', as: 'number', alignEnd: true },
    { key: 'playlist_name', as: 'text', from: 'sm' },
    { key: 'parent_name', as: 'text', from: 'md' },
  ],
  panels: [
    { name: 'members', place: 'main', panel: MembersPanel },
    { name: 'schedule', place: 'main', panel: GroupSchedulePanel },
  ],
  tabs: [
    { name: 'members', panels: ['members'] },
    { name: 'schedule', panels: ['schedule'] },
    { name: 'settings', panels: [FORM_PANEL] },
  ],
  links: [{ name: 'devices', area: 'devices', level: 'R', link: row => `/admin/devices?group_id=${row.id}` }],
  form: {
    schema: form,
    from: row => ({ ...row, rule_tags: row.rule?.tags ?? [] }),
    body: ruleOf,
    fields: [...FIELDS, { name: 'rule_tags', input: { as: 'tags' }, hint: true }],
  },
  createForm: { schema: deviceGroupCreate, fields: FIELDS, initialValues: { name: '' } },
});
