import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { playlistItem } from '../../../../shared/contract/content/playlist.ts';
import type { Field } from '../../../kit/resource/form.ts';
import { FormPanel } from '../../../kit/screens/form/FormPanel.tsx';
import { Dialog } from '../../../kit/ui/overlays/Dialog.tsx';
import { CONDITIONS_INPUT } from '../../../playout/weather/conditionsInput.ts';
import type { DraftItem, ItemSettings } from './draftReducer.ts';

const DATE = { as: 'date', nullable: true } as const;
const FIELDS: readonly Field<Record<string, unknown>>[] = [
  { name: 'weight', input: { as: 'number' }, hint: true },
  { name: 'dayparts', input: { as: 'dayparts' }, hint: true },
  { name: 'valid_from', input: DATE },
  { name: 'valid_until', input: { ...DATE, notBefore: 'valid_from' }, hint: true },
  { name: 'conditions', input: CONDITIONS_INPUT },
];
const SLOT: Field<Record<string, unknown>> = { name: 'is_slot', input: { as: 'check' }, hint: true };

const { weight, dayparts, valid_from, valid_until, conditions } = playlistItem.shape;
const SCHEMA = z
  .object({ weight, dayparts, valid_from, valid_until, conditions, is_slot: z.boolean() })
  .check(
    z.refine(({ valid_from: from, valid_until: until }) => from === null || until === null || from <= until, {
      error: 'The last day is before the first',
      path: ['valid_until'],
    }),
  );

const valuesOf = ({ source, ...item }: DraftItem) => ({
  ...{ weight: item.weight, dayparts: item.dayparts, conditions: item.conditions },
  ...{ valid_from: item.valid_from, valid_until: item.valid_until },
  is_slot: source === 'campaign_slot',
});

interface ItemDialogProps {
  item: DraftItem;
  name: string;
  change: (change: Partial<ItemSettings>) => void;
  close: () => void;
}

/** When an item plays, how often, in what weather. */
export function ItemDialog({ item, name, change, close }: ItemDialogProps) {
  const { t } = useTranslation('playlists');
  function submit(typed: Record<string, unknown>) {
    const { is_slot, ...settings } = typed as z.infer<typeof SCHEMA>;
    const source = is_slot ? ('campaign_slot' as const) : ('creative' as const);
    change({ ...settings, ...(item.creative && { source }) });
    return Promise.resolve(close);
  }
  return (
    <Dialog title={t('edit.settingsTitle', { name })} text={t('edit.settingsText')} close={close} wide>
      <FormPanel
        resource="playlists"
        draft={`playlists/item ${item.key}`}
        form={{ schema: SCHEMA, fields: item.creative ? [SLOT, ...FIELDS] : FIELDS }}
        initial={valuesOf(item)}
        submitLabel={t('edit.apply')}
        cancel={close}
        submit={submit}
      />
    </Dialog>
  );
}
