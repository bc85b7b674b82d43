import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';

/** Somebody else was faster: what is on offer here no longer applies. */
export function DecidedNotice({ latest }: { latest: Alert }) {
  const text = useText('alerts');
  return (
    <Notice tone="warn" title={text('decided.title', { state: text(`values.${latest.state}`) })} alert>
      {latest.people.approver !== null && text('decided.by', { name: latest.people.approver })}
    </Notice>
  );
}
