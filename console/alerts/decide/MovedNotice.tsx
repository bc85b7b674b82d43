import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import type { Decision } from './useDecision.ts';

/** Somebody else was faster: what is on offer here no longer applies, or is about other words than those seen here. */
export function MovedNotice({ seen, latest, isMoved, look }: Decision) {
  const text = useText('alerts');
  if (!isMoved) return null;
  if (latest.state !== seen.state)
    return (
      <Notice tone="warn" title={text('decided.title', { state: text(`values.${latest.state}`) })} alert>
        {latest.people.approver !== null && text('decided.by', { name: latest.people.approver })}
      </Notice>
    );
  return (
    <Notice tone="warn" title={text('changed.title')} alert>
      <p>{text('changed.text')}</p>
      <Button variant="outline" className="mt-2" onClick={look}>
        {text('changed.look')}
      </Button>
    </Notice>
  );
}
