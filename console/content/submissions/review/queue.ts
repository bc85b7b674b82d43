import { AWAITED, SUBMISSION_STATES } from '../../../../shared/contract/content/submissionState.ts';
import { queueFilter } from '../../../kit/screens/toolbar/queueFilter.tsx';

export const AWAITED_QUEUE = queueFilter({
  ...{ resource: 'submissions', key: 'status', value: AWAITED.join(), options: SUBMISSION_STATES },
});
