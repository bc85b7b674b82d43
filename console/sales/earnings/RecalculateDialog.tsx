import { useState } from 'react';
import {
  recalculateEarnings,
  type EarningChange,
  type EarningFigures,
} from '../../../shared/contract/sales/earning.ts';
import { periodBefore, periodOf } from '../../../shared/sales/earnings.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useFormat, useNow, useZone } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useSave } from '../../kit/useSave.ts';
import { useMonthName } from './useMonthName.ts';

type Outcome = Answer<typeof recalculateEarnings>;

/** A month is counted again, and what that changed is shown row by row. */
export default function RecalculateDialog({ close }: { close: () => void }) {
  const text = useText('earnings');
  const monthName = useMonthName();
  const save = useSave();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const before = periodBefore(periodOf(useNow(), useZone()));
  if (outcome !== null)
    return (
      <Dialog title={text('recalculated.title', { month: monthName(outcome.period) })} close={close} wide>
        <Changes {...outcome} />
        <div className="flex justify-end pt-4">
          <Button onClick={close}>{text('recalculated.close')}</Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={text('actions.recalculate')} text={text('recalculated.text')} close={close}>
      <FormPanel
        resource="earnings"
        draft="earnings/recalculate"
        form={{
          schema: recalculateEarnings.body!,
          fields: [{ name: 'period', input: { as: 'text', max: 7 }, hint: true }],
        }}
        initial={{ period: before }}
        submitLabel={text('actions.recalculate')}
        isNew
        submit={async values => {
          const body = { period: String(values['period']) };
          const answer = await save(client => client.call(recalculateEarnings, { body }));
          return () => setOutcome(answer);
        }}
        cancel={close}
      />
    </Dialog>
  );
}

function Changes({ changes, unchanged }: Outcome) {
  const text = useText('earnings');
  const format = useFormat();
  const rest = text('recalculated.unchanged', { count: unchanged, shown: format.number(unchanged) });
  return (
    <>
      <ul>
        {changes.map(change => (
          <Changed key={`${change.id}${change.period}`} {...change} />
        ))}
      </ul>
      <p className="pt-3 text-ink-2">{rest}</p>
    </>
  );
}
function Changed({ device_name, owner_name, period, currency, before, after }: EarningChange) {
  const text = useText('earnings');
  const format = useFormat();
  const monthName = useMonthName();
  const figuresText = (figures: EarningFigures | null) =>
    figures === null
      ? text('recalculated.none')
      : text('recalculated.figures', {
          plays: format.number(figures.plays),
          net: format.money(figures.net_minor, currency),
          state: text(`values.${figures.state}`),
        });
  return (
    <li className="border-line py-2 not-last:border-b">
      <p className="font-semibold">
        {device_name} · {owner_name} · {monthName(period)}
      </p>
      <p className="text-ink-2">{text('recalculated.before', { figures: figuresText(before) })}</p>
      <p>{text('recalculated.after', { figures: figuresText(after) })}</p>
    </li>
  );
}
