import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ApiError } from '../../../../shared/net/apiError.ts';
import { useProblemText } from '../../text/problemText.ts';
import { CAMPAIGN_PAGES, PATHS, PLAYLIST_PAGES } from '../../../app/paths.ts';

import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { RequestId } from '../../ui/display/placeholders.tsx';
import { useBasePath } from '../record/useBasePath.ts';

interface Usage {
  id: string;
  name: string;
}
const isUsage = (value: unknown): value is Usage =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value;

const USED_BY = [
  'playlists',
  'campaigns',
  'devices',
  'device-groups',
  'submissions',
  'content-items',
] as const;
type UsedBy = (typeof USED_BY)[number];
const isUsedBy = (by: unknown): by is UsedBy => USED_BY.some(user => user === by);

/** Reads the usages from a 409 IN_USE: `{by, used_in: [{id, name}]}`. */
function usagesOf(error: unknown): { by: UsedBy; usages: Usage[] } | null {
  if (!(error instanceof ApiError) || error.code !== 'IN_USE') return null;
  const { by, used_in } = error.details;
  return isUsedBy(by) && Array.isArray(used_in) ? { by, usages: used_in.filter(isUsage) } : null;
}

interface ErrorDialogProps {
  error: unknown;
  /** What may be done where the row is in use. */
  instead?: { label: string; run: () => void } | undefined;
  close: () => void;
}
/** Explains a failed action and links to the rows that block it. */
export function ErrorDialog({ error, instead, close }: ErrorDialogProps) {
  const { t } = useTranslation(['screens', 'common']);
  const problemText = useProblemText();
  const inUse = usagesOf(error);
  const playlists = useBasePath({ pages: PLAYLIST_PAGES });
  const campaigns = useBasePath({ pages: CAMPAIGN_PAGES });
  const at: Record<UsedBy, (id: string) => string> = {
    playlists: id => `${playlists}/${id}`,
    campaigns: id => `${campaigns}/${id}`,
    devices: id => `${PATHS.devices}?id=${id}`,
    'device-groups': id => `${PATHS.deviceGroups}?id=${id}`,
    submissions: id => `${PATHS.submissions}?id=${id}`,
    'content-items': id => `${PATHS.content}?id=${id}`,
  };
  return (
    <Dialog title={t('problem')} text={problemText(error)} close={close}>
      {inUse && (
        <section className="py-2">
          <h3 className="eyebrow">{t(`usedIn.${inUse.by}`)}</h3>
          <ul>
            {inUse.usages.map(use => (
              <li key={use.id}>
                <Link
                  href={at[inUse.by](use.id)}
                  className="inline-flex min-h-11 items-center font-semibold text-primary underline"
                >
                  {use.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <RequestId error={error} />
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        {inUse && instead && (
          <Button variant="outline" onClick={instead.run}>
            {instead.label}
          </Button>
        )}
        <Button onClick={close}>{t('common:close')}</Button>
      </div>
    </Dialog>
  );
}
