import { useTranslation } from 'react-i18next';
import { submissions } from '../../../../shared/contract/content/submission.ts';
import type { Client } from '../../../../shared/net/client.ts';
import { useCurrentUser } from '../../../app/session/useCurrentUser.ts';
import type { BulkProps, ChosenRow } from '../../../kit/resource/defineResource.ts';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { OneByOne } from '../../../kit/screens/bulk/OneByOne.tsx';
import { isReviewedByAnother } from '../states.ts';

export function BulkApprove(props: BulkProps) {
  const { t } = useTranslation('submissions');
  const actor = useCurrentUser();
  const format = useFormat();
  /** It holds to what was selected. */
  async function approve(client: Client, { id, version }: ChosenRow): Promise<unknown> {
    const params = { id };
    const row = await client.call(submissions.read, { params });
    if (isReviewedByAnother(row, actor)) return t('bulk.reviewed', { who: row.assignee ?? t('somebody') });
    const { approve: call } = submissions.actionEndpoints;
    return client.write(
      call,
      { params, body: {}, version: version ?? row.version },
      { type: 'submissions.approve', description: `${t('actions.approve')}: ${row.name}` },
    );
  }
  const count = props.selection.ids.length;
  const question = { title: t('bulk.ask', { count, shown: format.number(count) }), text: t('bulk.askText') };
  return (
    <OneByOne {...props} ns="submissions" acts={[{ label: t('bulk.approve'), act: approve, question }]} />
  );
}
