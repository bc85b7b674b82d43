import type { FieldValues } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  DEFAULT_PRIORITY,
  MAX_PRIORITY,
  scheduleEntries,
  scheduleEntryCreate,
  scheduleEntryPatch,
  type ScheduleEntry,
} from '../../../shared/contract/playout/scheduleEntry.ts';
import { screenPlaylists } from '../../fleet/relations.ts';
import { EditForm } from '../../kit/screens/form/EditForm.tsx';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { nameOf } from './describe.ts';
import type { EntryWrites } from './useSchedule.ts';

const FIELDS = [
  { name: 'playlist_id', input: screenPlaylists },
  { name: 'name', input: { as: 'text' }, hint: true },
  { name: 'dayparts', input: { as: 'dayparts' }, hint: true },
  { name: 'valid_from', input: { as: 'date', nullable: true }, hint: true },
  { name: 'valid_until', input: { as: 'date', nullable: true, notBefore: 'valid_from' } },
  { name: 'priority', input: { as: 'range', min: 0, max: MAX_PRIORITY }, hint: true },
  { name: 'enabled', input: { as: 'check' } },
] as const;

export type Draft = Partial<
  Pick<
    ScheduleEntry,
    'playlist_id' | 'name' | 'dayparts' | 'valid_from' | 'valid_until' | 'priority' | 'enabled'
  >
>;
const BLANK: Draft = {
  ...{ name: '', dayparts: [], valid_from: null, valid_until: null },
  ...{ priority: DEFAULT_PRIORITY, enabled: true },
};
const newForm = { schema: z.omit(scheduleEntryCreate, { device_id: true, group_id: true }), fields: FIELDS };
const RESOURCE = {
  name: 'schedule' as const,
  area: scheduleEntries.area,
  form: { schema: scheduleEntryPatch, fields: FIELDS },
  endpoints: { patch: scheduleEntries.patch },
  label: nameOf,
};

interface NewEntryProps {
  /** The screen or group it is for. */
  target: string;
  /** What it begins with: drawn in the calendar or copied. What was typed before is not put over it. */
  draft: Draft;
  create: EntryWrites['create'];
  close: () => void;
}
export function NewEntryDialog({ target, draft, create, close }: NewEntryProps) {
  const text = useText('schedule');
  async function submit(values: FieldValues) {
    await create(values as Parameters<EntryWrites['create']>[0]);
    return close;
  }
  return (
    <Dialog title={text('add')} close={close} wide>
      <FormPanel
        resource="schedule"
        {...(Object.keys(draft).length === 0 && { draft: `schedule/new ${target}` })}
        form={newForm}
        initial={{ ...BLANK, playlist_id: '', ...draft }}
        submitLabel={text('create')}
        isNew
        submit={submit}
        cancel={close}
      />
    </Dialog>
  );
}

interface EditEntryProps {
  entry: ScheduleEntry;
  close: () => void;
}
export function EditEntryDialog({ entry, close }: EditEntryProps) {
  return (
    <Dialog title={nameOf(entry)} close={close} wide>
      <EditForm resource={RESOURCE} row={entry} onSaved={close} />
    </Dialog>
  );
}
