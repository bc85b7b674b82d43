import { alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { isUrgent } from '../../../shared/contract/alerts/cap.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { isPlaced, ReachBox, reachedBy, useReach } from '../compose/ReachBox.tsx';
import { blanksIn } from '../compose/values.ts';
import { AlertPreview } from '../preview/AlertPreview.tsx';
import { LookFacts } from './LookFacts.tsx';
import { MovedNotice } from './MovedNotice.tsx';
import { takesTwo } from '../emergency/states.ts';
import { useDecision } from './useDecision.ts';

const AreasPanel = lazyPanel(
  async () => ({ default: (await import('../emergency/AreasPanel.tsx')).AreasPanel }),
  ['map'],
);
type Verb = 'publish' | 'approve' | 'submit';
interface PublishDialogProps {
  row: Alert;
  close: () => void;
}
/** `needs_approval`: somebody else of the tenant may approve it, so it is not for one alone. */
const needsApproval = (error: unknown) =>
  error instanceof ApiError && error.details['reason'] === 'needs_approval';

/** On the button: how many screens show it at once, or that cars show it which come to the place. */
function usePublishLabel(row: Alert, verb: 'publish' | 'approve'): string {
  const text = useText('alerts');
  const format = useFormat();
  const reach = useReach(row.target, row);
  if (!reach.data) return text(`actions.${verb}`);
  const count = reachedBy(reach.data, isUrgent(row));
  if (count === 0) return text(isPlaced(row.target) ? `ask.${verb}.later` : `actions.${verb}`);
  return text(`ask.${verb}.button`, { count, shown: format.number(count) });
}

/** The last look: what is shown, where, from when to when, by whom, to how many screens; and what priority 0 asks for. */
function LastLook({ row, close, verb }: PublishDialogProps & { verb: 'publish' | 'approve' }) {
  const text = useText('alerts');
  const format = useFormat();
  const decision = useDecision<Verb>(row, close);
  const { seen, busy, isMoved, failure } = decision;
  const label = usePublishLabel(seen, verb);
  const act = (by: Verb) =>
    decision.act(by, (client, version) =>
      client.call(alerts.actionEndpoints[by], { params: { id: seen.id }, body: {}, version }),
    );
  const isTwo = takesTwo(seen) && verb === 'publish';
  const blanks = blanksIn(seen.texts);
  const isOffered = busy !== null || (!isMoved && blanks.length === 0);
  return (
    <Dialog
      wide
      title={text(`ask.${verb}.title`, { name: seen.name })}
      text={text(`ask.${verb}.text`)}
      close={close}
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <AlertPreview alert={seen} />
          <LazyPart>
            <AreasPanel row={seen} />
          </LazyPart>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <LookFacts row={seen} />
          <ReachBox
            {...{ target: seen.target, status: seen.status, forced: seen.forced }}
            isUrgent={isUrgent(seen)}
          />
        </div>
      </div>
      <div className="flex flex-col gap-3 pt-4">
        {seen.status !== 'Actual' && !seen.forced && <Notice tone="info" title={text('onlyTestScreens')} />}
        {takesTwo(seen) && (
          <Notice tone="warn" title={text('twoPeople')}>
            {text('aloneText')}
          </Notice>
        )}
        {blanks.length > 0 && (
          <Notice tone="danger" title={text('blanks.title')} alert>
            {text('blanks.text', { blanks: format.list(blanks) })}
          </Notice>
        )}
        <MovedNotice {...decision} />
        {failure !== null &&
          (needsApproval(failure) ? (
            <Notice tone="danger" title={text('needsApproval')} alert />
          ) : (
            <ErrorPanel error={failure} />
          ))}
      </div>
      <div className="flex flex-wrap justify-end gap-2 pt-5">
        <Button variant="quiet" onClick={close}>
          {text('actions.notYet')}
        </Button>
        {isOffered && isTwo && (
          <>
            <Button variant="outline" busy={busy === 'publish'} onClick={() => act('publish')}>
              {text('actions.publishAlone')}
            </Button>
            <Button large busy={busy === 'submit'} onClick={() => act('submit')}>
              {text('actions.submit')}
            </Button>
          </>
        )}
        {isOffered && !isTwo && (
          <Button variant="danger" large busy={busy === verb} onClick={() => act(verb)}>
            {label}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
export const PublishDialog = (props: PublishDialogProps) => <LastLook {...props} verb="publish" />;
export const ApproveDialog = (props: PublishDialogProps) => <LastLook {...props} verb="approve" />;
