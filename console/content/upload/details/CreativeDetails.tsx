import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { creatives } from '../../../../shared/contract/content/creative.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import { LazyPart } from '../../../kit/LazyPart.tsx';
import { lazyPage } from '../../../kit/lazyPage.ts';
import { ErrorPanel, Skeleton } from '../../../kit/ui/display/placeholders.tsx';
import type { Creative } from '../../../../shared/contract/content/creative.ts';

const DetailsForm = lazyPage<{ row: Creative }>(
  async () => ({ default: (await import('./DetailsForm.tsx')).DetailsForm }),
  ['creatives', 'validations'],
);

interface CreativeDetailsProps {
  id: string;
  /** Of its file. */
  name: string;
  isOpen: boolean;
}
/** What is said of one file that has arrived: a form of its own, which is read when it is opened. */
export function CreativeDetails({ id, name, isOpen }: CreativeDetailsProps) {
  const { t } = useTranslation('creatives');
  const [wasOpened, setOpened] = useState(isOpen);
  return (
    <details
      open={isOpen}
      onToggle={event => event.currentTarget.open && setOpened(true)}
      className="pr-4 pb-2"
    >
      <summary className="inline-flex min-h-12 cursor-pointer items-center gap-2 font-semibold text-primary">
        <ChevronDown size={18} aria-hidden className="in-[details:not([open])]:-rotate-90" />
        {t('upload.details')}
        <span className="sr-only">{name}</span>
      </summary>
      {wasOpened && <Loaded id={id} />}
    </details>
  );
}

function Loaded({ id }: { id: string }) {
  const { client } = useAuth();
  const answer = useQuery(read(client, creatives.read, { params: { id } }));
  if (answer.isPending) return <Skeleton rows={6} />;
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  return (
    <LazyPart fallback={<Skeleton rows={6} />}>
      <DetailsForm row={answer.data} />
    </LazyPart>
  );
}
