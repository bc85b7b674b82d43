import * as z from 'zod/mini';
import {
  multiplier,
  multiplierModels,
  type MultiplierModel,
} from '../../../shared/contract/programmatic/multiplierModel.ts';
import { int } from '../../../shared/contract/wire/wire.ts';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const LAST_HOUR = 24;
const schema = z
  .strictObject({
    days: z.array(z.enum(DAYS)).check(z.minLength(1, 'Required')),
    from_h: int(0, LAST_HOUR - 1),
    to_h: int(1, LAST_HOUR),
    value: multiplier,
  })
  .check(
    z.refine(({ from_h, to_h }) => from_h < to_h, {
      path: ['to_h'],
      error: 'The end lies before the start',
    }),
  );

/** The same number for some hours of some days. */
export default function HoursDialog({ row, close }: DialogProps<MultiplierModel>) {
  const text = useText('programmaticMultipliers');
  const save = useSave();
  const toast = useToast();
  const { id, name, version, table } = row;
  return (
    <Dialog title={text('ask.hours.title', { name })} text={text('ask.hours.text')} close={close}>
      <FormPanel
        resource="programmaticMultipliers"
        draft={`programmaticMultipliers/${row.id}/hours`}
        form={{
          schema,
          fields: [
            { name: 'days', input: { as: 'choices', options: DAYS } },
            { name: 'from_h', input: { as: 'number' }, hint: true },
            { name: 'to_h', input: { as: 'number' } },
            { name: 'value', input: { as: 'text' }, hint: true },
          ],
        }}
        initial={{ days: [], from_h: 0, to_h: LAST_HOUR, value: '' }}
        submitLabel={text('actions.hours')}
        submit={async values => {
          const { days, from_h, to_h, value } = values as z.infer<typeof schema>;
          const changed = table.map((hours, day) =>
            hours.map((before, hour) =>
              days.includes(DAYS[day]!) && hour >= from_h && hour < to_h ? value : before,
            ),
          );
          const body = { table: changed };
          await save(c => c.call(multiplierModels.patch, { params: { id }, body, version }));
          toast({ tone: 'ok', title: text('done.hours', { name }) });
          return close;
        }}
        cancel={close}
      />
    </Dialog>
  );
}
