import { useQuery } from '@tanstack/react-query';
import { read } from '../../shared/net/queries.ts';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../auth.tsx';
import type { Resource, Row } from '../resources/define.ts';
import { Sheet } from '../ui/Dialog.tsx';
import { ErrorPanel, Skeleton } from '../ui/states.tsx';
import { Button } from '../ui/Button.tsx';
import { RecordBody } from './RecordBody.tsx';
import { useActions } from './useActions.tsx';

interface RecordSheetProps<R extends Row> {
  resource: Resource<R>;
  id: string;
  close: () => void;
}

const SKELETON_ROWS = 6;

export function RecordSheet<R extends Row>({ resource, id, close }: RecordSheetProps<R>) {
  const { t } = useTranslation();
  const { client } = useAuth();
  const answer = useQuery({
    ...read(client, resource.endpoints.read!, { params: { id } }),
    refetchInterval: resource.refreshMs,
  });
  const row = answer.data as R | undefined;
  const { itemsOf, dialog } = useActions(resource, close);
  return (
    <Sheet title={row ? resource.label(row) : t('loading.title')} close={close}>
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {row && (
        <>
          <RecordBody resource={resource} row={row} wide={false} />
          <div className="flex flex-wrap gap-2 border-t border-line pt-5">
            {itemsOf(row).map(item => (
              <Button key={item.name} look={item.danger ? 'danger' : 'outline'} onClick={item.run}>
                {item.label}
              </Button>
            ))}
          </div>
        </>
      )}
      {dialog}
    </Sheet>
  );
}
