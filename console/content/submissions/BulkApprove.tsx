import { useTranslation } from 'react-i18next';
import { submissions } from '../../../shared/contract/content/submission.ts';
import type { Client } from '../../../shared/net/client.ts';
import type { BulkProps } from '../../kit/resource/defineResource.ts';
import { OneByOne } from '../../kit/screens/bulk/OneByOne.tsx';

/** What still waits is taken into review first: each step is in the log of its own. */
async function approve(client: Client, id: string): Promise<void> {
  const params = { id };
  const { state } = await client.call(submissions.read, { params });
  const { assign, approve: approveCall } = submissions.actionEndpoints;
  if (state === 'pending') await client.call(assign, { params, body: {} });
  await client.call(approveCall, { params, body: {} });
}

export function BulkApprove(props: BulkProps) {
  const { t } = useTranslation('submissions');
  return <OneByOne {...props} ns="submissions" acts={[{ label: t('bulk.approve'), act: approve }]} />;
}
