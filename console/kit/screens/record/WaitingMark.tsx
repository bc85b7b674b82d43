import { useTranslation } from 'react-i18next';
import { address } from '../../../../shared/contract/wire/endpoint.ts';
import type { Resource, Row } from '../../resource/defineResource.ts';
import { Mark } from '../../ui/display/Mark.tsx';
import { useWaitingWrites } from '../../waitingWrites.ts';

interface WaitingMarkProps<R extends Row> {
  resource: Resource<R>;
  id: string;
}
/** Says of a row that a change of it waits for a link, so that nobody takes the old value for what he has saved. */
export function WaitingMark<R extends Row>({ resource: { endpoints }, id }: WaitingMarkProps<R>) {
  const { t } = useTranslation('screens');
  const endpoint = endpoints.read ?? endpoints.patch ?? endpoints.remove;
  const writes = useWaitingWrites(endpoint ? address(endpoint.path, { id }) : null);
  return writes.length === 0 ? null : (
    <span className="text-13">
      <Mark shape="never" tone="warn" label={t('waiting.mark')} />
    </span>
  );
}
